import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  compressBlock,
  readBlockFile,
  readDescription,
  writeBlockFile,
  type Block,
  type StoredBlock,
} from '@thirty/infra/files/block-file.ts'
import { z } from 'zod'
import { yieldToEventLoop } from '../index-scan.ts'
import type { PastParticipant } from './board-digest.ts'
import type { PastBoard } from './past-board.ts'

// A past board in a file: blocks of participants without their projects, and a block with the projects of each. A leaderboard
// shows the projects of few participants, and projects are nine tenths of the content: they are parsed when they are needed.

const decimal = z.string().regex(/^-?\d+$/)
const detailsSchema = z.object({
  version: z.string(),
  lineage: z.string(),
  position: decimal,
  knownUpTo: decimal,
  events: z.int().nonnegative(),
  last: z.object({
    position: decimal,
    id: z.string(),
    stream: z.string(),
    revision: z.int(),
    at: z.string(),
  }),
})
type Details = z.infer<typeof detailsSchema>

/** A board in a file. `knownUpTo`: position up to which it knows which accounts were deleted. */
export type Saved = {
  path: string
  lineage: string
  position: bigint
  knownUpTo: bigint
  events: number
  bytes: number
}

/** The compressed projects of participants, who never change: most are the same in the next snapshot. */
export type EncodedParticipants = WeakMap<PastParticipant, StoredBlock>

type Projects = Pick<PastParticipant, 'projects' | 'raters'>
type Standing = Omit<PastParticipant, keyof Projects>

const [participantsName, projectsName] = ['participants', 'projects']

/** Participants of one block, which is encoded or parsed in a few milliseconds. */
const participantsPerBlock = 1_000

/** Returns the boards of a version in a folder, without verifying them. Deletes all other files. */
export async function listSaved(folder: string, version: string): Promise<Saved[]> {
  const saved: Saved[] = []
  for (const name of await readdir(folder)) {
    const found = await describe(join(folder, name), version)
    if (found) saved.push(found)
    else await rm(join(folder, name), { force: true, recursive: true })
  }
  return saved
}

async function describe(path: string, version: string): Promise<Saved | undefined> {
  const description = await readDescription(path)
  const details = detailsSchema.safeParse(description?.details)
  if (description === undefined || !details.success || details.data.version !== version) return undefined
  const { lineage, position, events, knownUpTo } = details.data
  const bytes = description.blocks.reduce((sum, block) => sum + block.bytes, 0)
  return { path, lineage, position: BigInt(position), knownUpTo: BigInt(knownUpTo), events, bytes }
}

export type WriteOptions = {
  folder: string
  version: string
  knownUpTo: bigint
  /** Finds what was compressed before, and gets what is compressed now. */
  encoded: EncodedParticipants
}

/** Writes a board. Other tasks run in between. */
export async function writeBoard(
  { folder, version, knownUpTo, encoded }: WriteOptions,
  { lineage, position, events, last, documents }: PastBoard,
): Promise<Saved> {
  if (last === undefined) throw new Error('A board without events is not saved.')
  const details: Details = {
    version,
    lineage,
    position: position.toString(),
    knownUpTo: knownUpTo.toString(),
    events,
    last: { ...last, position: last.position.toString() },
  }
  const name = `${createHash('sha256').update(lineage).digest('hex').slice(0, 8)}-${position}`
  const path = await writeBlockFile(folder, name, details, encode(documents, encoded))
  const written = await describe(path, version)
  if (written === undefined) throw new Error(`The snapshot ${path} cannot be read.`)
  return written
}

async function* encode(
  documents: PastBoard['documents'],
  encoded: EncodedParticipants,
): AsyncGenerator<Block | StoredBlock> {
  const all = [...documents]
  for (let start = 0; start < all.length; start += participantsPerBlock) {
    const some = all.slice(start, start + participantsPerBlock)
    const standings = some.map(([id, participant]) => [id, withoutProjects(participant)])
    yield { name: participantsName, data: Buffer.from(JSON.stringify(standings)) }
    for (const [, participant] of some) {
      const block = encoded.get(participant) ?? (await encodeProjects(participant))
      encoded.set(participant, block)
      yield block
    }
    await yieldToEventLoop()
  }
}

/** Copies field by field, because a rest pattern would parse the projects of a participant from a file. */
function withoutProjects(participant: PastParticipant): Standing {
  const standing: Record<string, unknown> = {}
  const fields: Readonly<Record<string, unknown>> = participant
  for (const field in participant)
    if (field !== 'projects' && field !== 'raters') standing[field] = fields[field]
  // Safe: these are all other fields.
  return standing as Standing
}

const encodeProjects = ({ projects, raters }: PastParticipant): Promise<StoredBlock> =>
  compressBlock({ name: projectsName, data: Buffer.from(JSON.stringify({ projects, raters })) })

/** Reads a board; `undefined` for a damaged file or another version. Projects are parsed when they are needed. */
export async function readBoard(
  { path }: Saved,
  version: string,
  encoded: EncodedParticipants,
): Promise<PastBoard | undefined> {
  const file = await readBlockFile(path)
  const details = detailsSchema.safeParse(file?.details)
  if (file === undefined || !details.success || details.data.version !== version) return undefined
  const { lineage, position, events, last } = details.data
  const documents = new Map<string, PastParticipant>()
  const projects = file.stored.filter(({ name }) => name === projectsName).values()
  for (const block of file.stored) {
    if (block.name !== participantsName) continue
    // Safe: the checksum is right, so `writeBoard` of this version wrote it.
    for (const [id, standing] of JSON.parse(block.read().toString()) as [string, Standing][]) {
      const { value } = projects.next()
      if (value === undefined) return undefined
      const participant = withProjects(standing, value)
      encoded.set(participant, value)
      documents.set(id, participant)
    }
    await yieldToEventLoop()
  }
  const seen = { ...last, position: BigInt(last.position) }
  return { lineage, position: BigInt(position), events, last: seen, documents }
}

/** Returns a participant whose projects are parsed when one of the two fields is first read. */
function withProjects(standing: Standing, stored: StoredBlock): PastParticipant {
  let parsed: Projects | undefined
  // Safe: as in `readBoard`.
  const read = (): Projects => (parsed ??= JSON.parse(stored.read().toString()) as Projects)
  return {
    ...standing,
    get projects() {
      return read().projects
    },
    get raters() {
      return read().raters
    },
  }
}
