// The columns of the file: deflated, in base64, in script elements that are data.
import { pause } from './work.js';

const PIECE = 4 * 65536; // characters of base64 at a time
const VALUES = 1 << 20; // numbers at a time
const PER_PAUSE = 1 << 16; // texts at a time

/** Feed base64 text to a stream of bytes. */
async function feed(writer, text) {
  for (let at = 0; at < text.length; at += PIECE) {
    const binary = atob(text.slice(at, at + PIECE));
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    await writer.write(bytes);
    if (at) await pause();
  }
  await writer.close();
}

async function inflate(text, length) {
  const stream = new DecompressionStream('deflate');
  const reader = stream.readable.getReader();
  const fed = feed(stream.writable.getWriter(), text);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, at);
    at += value.length;
  }
  await fed;
  return bytes;
}

/** Numbers whose first bytes come first, then all second bytes, and so on. */
async function fromPlanes(bytes, width) {
  if (width === 1) return bytes;
  const count = bytes.length / width;
  const numbers = width === 2 ? new Uint16Array(count) : new Uint32Array(count);
  for (let plane = 0; plane < width; plane++) {
    const from = plane * count;
    const shift = 8 * plane;
    for (let i = 0; i < count; ) {
      const end = Math.min(count, i + VALUES);
      for (; i < end; i++) numbers[i] |= bytes[from + i] << shift;
      if (count > VALUES) await pause();
    }
  }
  return numbers;
}

function realsFromPlanes(bytes) {
  const count = bytes.length / 8;
  const out = new Uint8Array(bytes.length);
  for (let plane = 0; plane < 8; plane++) {
    for (let i = 0; i < count; i++) out[8 * i + plane] = bytes[plane * count + i];
  }
  return new Float64Array(out.buffer);
}

/** Texts that end with a zero each, decoded when asked for. */
export class Texts {
  constructor(bytes, start) {
    this.bytes = bytes;
    this.start = start;
    this.decoder = new TextDecoder();
  }

  static async of(bytes) {
    const start = [0];
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
      start.push(at + 1);
      if (start.length % PER_PAUSE === 0) await pause();
    }
    await pause();
    return new Texts(bytes, Uint32Array.from(start));
  }

  get length() {
    return this.start.length - 1;
  }

  at(i) {
    return this.decoder.decode(this.bytes.subarray(this.start[i], this.start[i + 1] - 1));
  }

  isEmpty(i) {
    return this.start[i + 1] - this.start[i] === 1;
  }

  all() {
    return Array.from({ length: this.length }, (_, i) => this.at(i));
  }
}

const WIDTHS = { u8: 1, u16: 2, u24: 3, u32: 4 };

async function readColumn(element) {
  const { as } = element.dataset;
  const bytes = await inflate(element.textContent, Number(element.dataset.bytes));
  if (as === 'text') return Texts.of(bytes);
  return as === 'f64' ? realsFromPlanes(bytes) : fromPlanes(bytes, WIDTHS[as]);
}

/** Read all columns; elements are removed once read. @return Map by name */
export async function readColumns(progress) {
  const elements = [...document.querySelectorAll('script[data-name]')];
  const columns = new Map();
  for (const [i, element] of elements.entries()) {
    columns.set(element.dataset.name, await readColumn(element));
    element.remove();
    progress((i + 1) / elements.length);
    await pause();
  }
  return columns;
}
