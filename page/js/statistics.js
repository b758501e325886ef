// Statistics of values over locations: processes and threads of a recorded run.

const BINS = 12;

/** {min, mean, max, deviation (of the population), minAt, maxAt} */
export function statisticsOf(values) {
  let [minAt, maxAt, sum] = [0, 0, 0];
  values.forEach((x, i) => {
    sum += x;
    if (x < values[minAt]) minAt = i;
    if (x > values[maxAt]) maxAt = i;
  });
  const mean = sum / values.length;
  const squares = values.reduce((total, x) => total + (x - mean) ** 2, 0);
  return { min: values[minAt], mean, max: values[maxAt], deviation: Math.sqrt(squares / values.length), minAt, maxAt };
}

/** How many values are in each of equally wide ranges: [{from, to, count}]. */
export function histogram(values, { min, max } = statisticsOf(values)) {
  if (min === max) return [{ from: min, to: max, count: values.length }];
  const width = (max - min) / BINS;
  const bins = Array.from({ length: BINS }, (_, i) => ({ from: min + i * width, to: min + (i + 1) * width, count: 0 }));
  for (const x of values) bins[Math.min(BINS - 1, Math.floor((x - min) / width))].count++;
  return bins;
}
