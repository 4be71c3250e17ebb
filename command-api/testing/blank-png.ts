import { crc32, deflateSync } from 'node:zlib'

/** `bits`: for each sample. `samples`: 1 for grey, 3 for RGB, 4 for RGBA. */
type PngOptions = { bits?: 1 | 8 | 16; samples?: 1 | 3 | 4; isInterlaced?: boolean }

const colourTypes = { 1: 0, 3: 2, 4: 6 } as const

/** Start and distance of the pixels that each pass of an interlaced PNG holds: x, y, dx, dy. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Builds a black PNG, which is small however many pixels it has. By default it has one bit for each pixel. */
export function blankPng(
  width: number,
  height: number,
  { bits = 1, samples = 1, isInterlaced = false }: PngOptions = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  header[9] = colourTypes[samples]
  header[12] = isInterlaced ? 1 : 0
  // Each row begins with the byte of its filter.
  const rowBytes = (pixels: number) => Math.ceil((pixels * bits * samples) / 8) + 1
  const bytes = isInterlaced
    ? passes.reduce(
        (sum, [x, y, dx, dy]) => sum + rowBytes(Math.ceil((width - x) / dx)) * Math.ceil((height - y) / dy),
        0,
      )
    : rowBytes(width) * height
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
