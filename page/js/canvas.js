// Canvases as sharp as the screen.

const FONT = '11px system-ui, sans-serif';
const ruler = document.createElement('canvas').getContext('2d');
ruler.font = FONT;

/** How wide a text is, in pixels. */
export const textWidth = (text) => ruler.measureText(text).width;

/** Give a canvas a size, which clears it. @param width of the page's pixels @return what to draw with */
export function prepare(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  canvas.style.height = `${height}px`;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.font = FONT;
  return context;
}

export function isDark() {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
