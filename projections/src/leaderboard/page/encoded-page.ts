// Encodes a page of the leaderboard as bytes: once for all callers, and a small part for each of them.

import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { ScoringInForce, BoardResponse, BoardTotals } from '@thirty/contracts/leaderboard/api.ts'
import { boardEntryJson, notCurrentUserSuffix, type Standing } from '../standings.ts'

/** The part of a response that is the same for all callers: rows and totals. Times are ISO. */
export type PageContent = {
  rows: readonly Standing[]
  nextCursor: string | null
  totals: BoardTotals
  position: string
  epoch: string
  asOf: string
  scoring?: ScoringInForce | undefined
  imported?: true | undefined
}

/** A page of the board as bytes, up to the part about the caller, and their CRC-32. `entryEndOffsets`: end of each entry, by id. */
export type EncodedPage = {
  bytes: Buffer
  checksum: number
  position: string
  epoch: string
  asOf: string
  entryEndOffsets: ReadonlyMap<string, number>
}

/** The part of a response about a caller, and the rank of a caller who is ranked. */
export type EncodedCaller = { rank: number | undefined; part: Buffer }

const opening = '{"success":true,"data":['

/**
 * Encodes a page once for all callers. Sending cached bytes, with the few personal ones between them, doubles the
 * responses per second: with `JSON.stringify` for each response, the ratio of `npm run bench -- board-read` falls from
 * 1.5 to 0.7.
 */
export function encodePage(page: PageContent): EncodedPage {
  const { rows, nextCursor, totals, ...state } = page
  const entries = rows.map(boardEntryJson)
  const entryEndOffsets = new Map<string, number>()
  let end = opening.length - 1
  rows.forEach(({ id }, index) => {
    end += 1 + Buffer.byteLength(entries[index] ?? '')
    entryEndOffsets.set(id, end)
  })
  const fields = JSON.stringify({ nextCursor, ...state, stats: totals })
  // The totals are the last field, so that the rank of the caller can be added to them.
  const closing = `],${fields.slice(1, -2)},`
  const { position, epoch, asOf } = state
  const bytes = Buffer.from(`${opening}${entries.join(',')}${closing}`)
  return { bytes, checksum: crc32(bytes), position, epoch, asOf, entryEndOffsets }
}

/** Encodes the part about a ranked caller from the rank, the JSON of the caller's own entry, and the next participant above. */
export const encodeCallerFields = (rank: number, entry: string, next: BoardResponse['next']): Buffer =>
  Buffer.from(`"yourRank":${rank}},"you":${entry},"next":${JSON.stringify(next)}}`)

/**
 * Returns the whole response for one caller, whose own entry is marked. The largest chunks are the bytes of the page
 * itself, which are not copied.
 */
export function assembleChunks({ bytes, entryEndOffsets }: EncodedPage, id: string, personal: Buffer) {
  const end = entryEndOffsets.get(id)
  if (end === undefined) return [bytes, personal]
  return [
    bytes.subarray(0, end - notCurrentUserSuffix.length),
    currentUserSuffix,
    bytes.subarray(end),
    personal,
  ]
}

/** Returns a page again for one caller, whose own standing comes from the page if it is on it, otherwise from the `last` response. */
export function reassembleChunks(page: EncodedPage, id: string, last: EncodedCaller | undefined): Buffer[] {
  // Safe: `encodePage` made these bytes as a `BoardResponse`.
  const { data } = JSON.parse(Buffer.concat([page.bytes, unrankedCaller]).toString()) as BoardResponse
  const own = data.find((entry) => entry.id === id)
  if (own === undefined) return assembleChunks(page, id, last?.part ?? unrankedCaller)
  const above = data.find(({ rank }) => rank === own.rank - 1)
  const next = above ? { ...nameAs('name', above), totalPoints: above.totalPoints } : null
  const entry = JSON.stringify({ ...own, isCurrentUser: true })
  return assembleChunks(page, id, encodeCallerFields(own.rank, entry, next))
}

/** A gzip header without options, for the fastest compression. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff])
const fastest = { level: constants.Z_BEST_SPEED }
/** Compressing a few hundred bytes saves a hundred and takes three times as long. */
const uncompressed = { level: constants.Z_NO_COMPRESSION, memLevel: 1, windowBits: 9 }
/** Compressed pages, by their bytes: each is compressed once for all callers who are not on it. */
const deflatedPages = new WeakMap<Buffer, { deflated: Buffer; checksum: number }>()

/**
 * Returns the chunks of a whole response as a gzip body. Compressing each response as a whole takes 350 to 500 microseconds of
 * processor time for a page of a hundred rows, which is more than everything else about a response; sharing the compressed page
 * takes ten. The page is deflated once, ending with a flush; the personal part follows uncompressed, because compressing it saves a
 * hundred bytes and costs 30 microseconds.
 */
export function gzipChunks(chunks: readonly Buffer[]): Buffer[] {
  const [page, personal, ...others] = chunks
  if (page === undefined || personal === undefined || others.length > 0)
    return [gzipSync(Buffer.concat(chunks), fastest)]
  let shared = deflatedPages.get(page)
  if (shared === undefined) {
    // Ends at a byte without ending the stream, so that another part can follow.
    const deflated = deflateRawSync(page, { ...fastest, finishFlush: constants.Z_SYNC_FLUSH })
    shared = { deflated, checksum: crc32(page) }
    deflatedPages.set(page, shared)
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(personal, shared.checksum), 0)
  trailer.writeUInt32LE(page.length + personal.length, 4)
  return [gzipHeader, shared.deflated, deflateRawSync(personal, uncompressed), trailer]
}

export const unrankedCaller = Buffer.from('"yourRank":null},"you":null,"next":null}')
export const excludedCaller = Buffer.from('"yourRank":null},"you":null,"next":null,"excluded":true}')
const currentUserSuffix = Buffer.from('true}')
