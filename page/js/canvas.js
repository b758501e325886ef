// Canvases as sharp as the screen.

/** Give a canvas a size, which clears it. @param width of the page's pixels @return what to draw with */
export function prepare(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  canvas.style.height = `${height}px`;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.font = '11px system-ui, sans-serif';
  return context;
}

export function isDark() {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
