// A portable file is a history of events that can be checked completely without anything else:
//
//   {"format":…,"formatVersion":…,"productVersion":…,"data":{…}}     the header
//   {"previous":<hash of the line before>,"event":{…}}               one line for each event
//   {"count":…,"finalHash":…,"compressedHash":…,"data":{…}}          the trailer
//
// Every line is the text that `JSON.stringify` returns, in UTF-8, and ends with a line feed. Hashes are SHA-256 in hex, over
// the line without its line feed. `finalHash` is that of the last line before the trailer.
//
// The lines are compressed with gzip, in one member. Compressed data may have bits without a meaning, which could change
// unnoticed. So `compressedHash` is the hash of all compressed bytes before the trailer, and the trailer itself is stored
// uncompressed in the last block. gzip and gunzip read such a file like any other.

import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Text } from '@thirty/contracts/texts/text.ts'

/** What a file contains, such as `my-product-backup`, and the newest version of the format of header, events and trailer. */
export type PortableFileFormat = { name: string; version: number }

/** A file that must not be used. The message says what is wrong with it, in a sentence for people. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
  readonly said: Text
  constructor(said: Text) {
    super(said.message)
    this.said = said
  }
}

/** Upper bounds for what is read. Memory stays far below them: a file is read piece by piece. */
export const defaultLimits = {
  fileBytes: 1024 ** 3,
  /** Size of all lines in bytes. */
  contentBytes: 16 * 1024 ** 3,
  lineBytes: 1024 ** 2,
  events: 10_000_000,
  /** How many times larger than the file its lines may be, once they are larger than 16 MiB. */
  ratio: 300,
}

/** Maximum size of a trailer: it is kept in memory while the end of the file is not known. */
export const maxTrailerBytes = 4 * 1024

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

/** Returns the SHA-256 of a line, or of other bytes, in hex. */
export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes)
