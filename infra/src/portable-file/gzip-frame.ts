// Encodes what surrounds the compressed data of a portable file: the header of gzip, the last block with the trailer, and the checksum.

import { Buffer } from 'node:buffer'
import { maxTrailerBytes } from './format.ts'

/** The only header that is written and read: no name, no time, no flags, and no operating system. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff])

const blockHeaderBytes = 5
export const checksumBytes = 8

/** The most bytes that follow the compressed data: the last block with the trailer, and the checksum. */
export const maxEndBytes = blockHeaderBytes + maxTrailerBytes + checksumBytes

/** The first byte of a last block whose content is not compressed. */
const finalStoredBlock = 1

/** Returns the end of a gzip member: the last block, which holds the trailer uncompressed, and the checksum. */
export function encodeEnd(trailer: Uint8Array, checksum: Uint8Array): Buffer {
  const header = Buffer.alloc(blockHeaderBytes)
  header.writeUInt8(finalStoredBlock, 0)
  header.writeUInt16LE(trailer.length, 1)
  header.writeUInt16LE(trailer.length ^ 0xffff, 3)
  return Buffer.concat([header, trailer, checksum])
}

/** CRC-32 of all content, and its size modulo 2^32, as gzip stores them. */
export function encodeChecksum(crc: number, size: number): Buffer {
  const bytes = Buffer.alloc(checksumBytes)
  bytes.writeUInt32LE(crc, 0)
  bytes.writeUInt32LE(size % 2 ** 32, 4)
  return bytes
}
