// Encodes and decodes what surrounds the compressed data of a portable file: the header of gzip, and the last block with the trailer.

import { Buffer } from 'node:buffer'
import { DamagedFile, maxTrailerBytes } from './format.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** The only header that is written and read: no name, no time, no flags, and no operating system. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff])

const blockHeaderBytes = 5
const checksumBytes = 8

/** The most bytes that follow the compressed data: the last block with the trailer, and the checksum. */
export const maxEndBytes = blockHeaderBytes + maxTrailerBytes + checksumBytes

/** CRC-32 of all content, and its size modulo 2^32, as gzip stores them. */
export type Checksum = { crc: number; size: number }

/** Returns the end of a gzip member: the last block, which holds the trailer uncompressed, and the checksum. */
export function encodeEnd(trailer: Uint8Array, { crc, size }: Checksum): Buffer {
  if (trailer.length > maxTrailerBytes) throw new RangeError('The trailer is too long.')
  const end = Buffer.alloc(blockHeaderBytes + trailer.length + checksumBytes)
  end.writeUInt8(finalStoredBlock, 0)
  end.writeUInt16LE(trailer.length, 1)
  end.writeUInt16LE(trailer.length ^ 0xffff, 3)
  end.set(trailer, blockHeaderBytes)
  end.writeUInt32LE(crc, blockHeaderBytes + trailer.length)
  end.writeUInt32LE(size % 2 ** 32, blockHeaderBytes + trailer.length + 4)
  return end
}

/** The first byte of a last block whose content is not compressed. */
const finalStoredBlock = 1

/**
 * Finds the last block in the last bytes of a file. Returns the compressed bytes before it, the trailer and the checksum.
 * Throws `DamagedFile`.
 */
export function decodeEnd(bytes: Buffer): { compressed: Buffer; trailer: Buffer; checksum: Checksum } {
  const trailerEnd = bytes.length - checksumBytes
  // From the shortest on: a trailer is text without control characters, so it cannot hold the beginning of a block.
  for (let length = 1; length <= maxTrailerBytes; length += 1) {
    const start = trailerEnd - length - blockHeaderBytes
    if (start < 0) break
    if (!isBlockHeader(bytes, start, length)) continue
    return {
      compressed: bytes.subarray(0, start),
      trailer: bytes.subarray(start + blockHeaderBytes, trailerEnd),
      checksum: { crc: bytes.readUInt32LE(trailerEnd), size: bytes.readUInt32LE(trailerEnd + 4) },
    }
  }
  throw new DamagedFile(say('endDamaged'))
}

const isBlockHeader = (bytes: Buffer, start: number, length: number): boolean =>
  bytes.readUInt8(start) === finalStoredBlock &&
  bytes.readUInt16LE(start + 1) === length &&
  bytes.readUInt16LE(start + 3) === (length ^ 0xffff)
