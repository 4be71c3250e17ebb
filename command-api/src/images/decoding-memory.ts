import type { Metadata } from 'sharp'

/** The parts of an image header that decide how much memory its decoder needs. */
export type ImageHeader = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'
>

/**
 * Returns how many bytes the decoder of an image needs at most. Some formats are decoded row by row and need less; PNG with
 * interlacing, progressive JPEG and WebP are held in memory as a whole. The numbers are measured, and include what the
 * first steps after the decoder need: `decoding-memory.long.spec.ts` fails when they are too low.
 */
export const decoderBytes = (header: ImageHeader, upload: Buffer): number =>
  header.width * header.height * decoderBytesPerPixel(header, upload)

function decoderBytesPerPixel(header: ImageHeader, upload: Buffer): number {
  const { format, channels, depth, isProgressive } = header
  // Coefficients of two bytes are needed until the last scan.
  if (format === 'jpeg') return isProgressive ? 2.5 * jpegSamplesPerPixel(header, upload) : channels
  // The lossless decoder keeps a copy of all pixels beside its output. Its name may occur elsewhere, which is harmless.
  if (format === 'webp') return upload.includes('VP8L') ? 13 : 4
  return depth === 'ushort' ? 3 * channels : channels
}

/**
 * Returns how many samples a JPEG stores for each pixel: 1.5 with the usual chroma subsampling, 3 without. Returns the
 * maximum if the frame header is not found, or if the decoder reads another one.
 */
function jpegSamplesPerPixel({ width, height, channels }: ImageHeader, upload: Buffer): number {
  const frame = findFrameHeader(upload)
  const isDecoded =
    frame?.readUInt16BE(5) === height && frame.readUInt16BE(7) === width && frame[9] === channels
  if (frame === undefined || !isDecoded) return channels
  const factors = Array.from({ length: frame[9] ?? 0 }, (_, index) => frame[11 + 3 * index] ?? 0)
  const [horizontal, vertical] = [factors.map((factor) => factor >> 4), factors.map((factor) => factor & 15)]
  const stored = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0)
  const samples = stored / (Math.max(...horizontal) * Math.max(...vertical))
  return samples > 0 ? samples : channels
}

/** Returns a JPEG from its frame header (SOF) on: marker, length, precision, height, width, components. */
function findFrameHeader(upload: Buffer): Buffer | undefined {
  let offset = 2
  while (offset + 20 < upload.length && upload[offset] === 0xff) {
    const marker = upload[offset + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return upload.subarray(offset)
    // Markers without a length (TEM, RST, SOI, EOI) do not belong before the frame. A length read behind one of them could
    // lead past the real frame header to a forged one.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)) return undefined
    // A marker may be preceded by any number of fill bytes.
    offset += marker === 0xff ? 1 : 2 + upload.readUInt16BE(offset + 2)
  }
  return undefined
}
