import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

// A portable file is a history of events that can be checked completely without anything else:
//
//   {"format":…,"formatVersion":…,"productVersion":…,"data":{…}}     the header
//   {"previous":<hash of the line before>,"event":{…}}               one line for each event
//   {"count":…,"finalHash":…,"compressedHash":…,"data":{…}}          the trailer
//
// Every line is the text that `JSON.stringify` returns, in UTF-8, and ends with a line feed. Hashes are SHA-256 in hex, over
// the line without its line feed. `finalHash` is that of the last line before the trailer.
//
// The lines before the trailer are one gzip member. Compressed data may have bits without a meaning, which could change
// unnoticed. So `compressedHash` is the hash of its bytes, and the trailer is a second member, which is stored uncompressed. gzip
// and gunzip read such a file like any other.

/** What a file contains, such as `my-product-backup`, and the newest version of the format of header, events and trailer. */
export type PortableFileFormat = { name: string; version: number }

/** A file that must not be used. The message says what is wrong with it, in a sentence for people. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

/** Upper bounds for what is read. Memory stays far below them: a file is read piece by piece. */
export type FileLimits = {
  /** Size of the file in bytes. */
  fileBytes: number
  /** Size of all lines in bytes. */
  contentBytes: number
  /** Size of one line in bytes. */
  lineBytes: number
  /** Number of events. */
  events: number
  /** How many times larger than the file its lines may be, once they are larger than 16 MiB. */
  ratio: number
}

export const defaultLimits: FileLimits = {
  fileBytes: 1024 ** 3,
  contentBytes: 16 * 1024 ** 3,
  lineBytes: 1024 ** 2,
  events: 10_000_000,
  ratio: 300,
}

/** Maximum size of a trailer: it is kept in memory while the end of the file is not known. */
export const maxTrailerBytes = 4 * 1024

const headerBytes = 10
const [blockHeaderBytes, checksumBytes] = [5, 8]
export const maxTrailerMemberBytes = headerBytes + blockHeaderBytes + maxTrailerBytes + checksumBytes

/** Returns the member of a trailer: the same bytes on every system. */
export function trailerMember(trailer: Uint8Array): Buffer {
  if (trailer.length > maxTrailerBytes) throw new RangeError('The trailer is too long.')
  const member = gzipSync(trailer, { level: 0 })
  // The operating system, which zlib writes, is unknown.
  member.writeUInt8(0xff, headerBytes - 1)
  return member
}

const memberStart = trailerMember(Buffer.of()).subarray(0, headerBytes)

/** Splits the last bytes of a file at its trailer. Throws `DamagedFile`. */
export function splitTrailer(bytes: Buffer): { compressed: Buffer; trailer: Buffer } {
  // The last one, because a trailer is text without control characters.
  const start = bytes.lastIndexOf(memberStart)
  const trailer = bytes.subarray(start + headerBytes + blockHeaderBytes, -checksumBytes)
  if (start < 0 || trailer.length > maxTrailerBytes || !trailerMember(trailer).equals(bytes.subarray(start)))
    throw new DamagedFile('The file is incomplete, or its end is damaged.')
  return { compressed: bytes.subarray(0, start), trailer }
}

/** Returns the SHA-256 of a line, or of other bytes, in hex. */
export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes)
