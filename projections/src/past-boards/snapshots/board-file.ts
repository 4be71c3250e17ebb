import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  readBlockFile,
  readDescription,
  writeBlockFile,
  type Block,
  type StoredBlock,
} from '@thirty/infra/files/block-file.ts'
import { z } from 'zod'
import { yieldToEventLoop } from '../../index-scan.ts'
import { BoardEntry } from '../board-entry.ts'
import type { Standing } from '../board-participant.ts'
import type { PastBoard } from '../past-board.ts'
import { ProjectsBlock, projectsName } from '../projects-block.ts'

// A past board in a file: blocks of participants without their projects, and after each of them blocks with the projects of
// its participants. A leaderboard shows the projects of few participants: they are parsed when they are needed.

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

/** How snapshots keep participants. `version` identifies this and the projection. */
export type BoardFormat = {
  version: string
  encodeStandings(standings: readonly Standing[]): string
  /** Returns the standings of a text of `encodeStandings`, in the same order. */
  decodeStandings(text: string): Standing[]
}

const participantsName = 'participants'

/** Participants of one block, which is encoded or parsed in a few milliseconds. */
const participantsPerBlock = 256
/** Participants whose projects are compressed together: a page parses a block for each of its rows. */
const participantsPerProjects = 32

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

export type WriteOptions = { folder: string; format: BoardFormat; knownUpTo: bigint }

/** Writes a board. Other tasks run in between. */
export async function writeBoard(
  { folder, format, knownUpTo }: WriteOptions,
  { lineage, position, events, last, documents }: PastBoard,
): Promise<Saved> {
  if (last === undefined) throw new Error('A board without events is not saved.')
  const details: Details = {
    version: format.version,
    lineage,
    position: position.toString(),
    knownUpTo: knownUpTo.toString(),
    events,
    last: { ...last, position: last.position.toString() },
  }
  const name = `${createHash('sha256').update(lineage).digest('hex').slice(0, 8)}-${position}`
  const path = await writeBlockFile(folder, name, details, encode(documents, format))
  const written = await describe(path, format.version)
  if (written === undefined) throw new Error(`The snapshot ${path} cannot be read.`)
  return written
}

async function* encode(
  documents: PastBoard['documents'],
  { encodeStandings }: BoardFormat,
): AsyncGenerator<Block | StoredBlock> {
  const all = [...documents]
  for (let start = 0; start < all.length; start += participantsPerBlock) {
    const some = all.slice(start, start + participantsPerBlock)
    const ids = JSON.stringify(some.map(([id]) => id))
    const standings = encodeStandings(some.map(([, { standing }]) => standing))
    yield { name: participantsName, data: Buffer.from(`${ids}\n${standings}`) }
    const groups: BoardEntry[][] = []
    for (let first = 0; first < some.length; first += participantsPerProjects)
      groups.push(some.slice(first, first + participantsPerProjects).map(([, entry]) => entry))
    for (const { stored } of await Promise.all(groups.map(projectsOf))) yield stored
    await yieldToEventLoop()
  }
}

/** Returns the block that contains these participants, if none of them has changed since. */
async function projectsOf(entries: readonly BoardEntry[]): Promise<ProjectsBlock> {
  const known = entries[0]?.stored?.block
  const isSame = entries.every(({ stored }, index) => stored?.block === known && stored?.index === index)
  if (isSame && known?.size === entries.length) return known
  const block = await ProjectsBlock.ofLines(entries.map(({ projectsLine }) => projectsLine))
  entries.forEach((entry, index) => entry.wasStored({ block, index }))
  return block
}

/** Reads a board; `undefined` for a damaged file or another version. Projects are parsed when they are needed. */
export async function readBoard({ path }: Saved, format: BoardFormat): Promise<PastBoard | undefined> {
  const file = await readBlockFile(path)
  const details = detailsSchema.safeParse(file?.details)
  if (file === undefined || !details.success || details.data.version !== format.version) return undefined
  const { lineage, position, events, last } = details.data
  const documents = new Map<string, BoardEntry>()
  const projects = file.stored.filter(({ name }) => name === projectsName).values()
  for (const block of file.stored) {
    if (block.name !== participantsName) continue
    // Safe: the checksum is right, so `writeBoard` of this version wrote it.
    const [ids = '', text = ''] = block.read().toString().split('\n')
    addParticipants(documents, JSON.parse(ids) as string[], format.decodeStandings(text), projects)
    await yieldToEventLoop()
  }
  const seen = { ...last, position: BigInt(last.position) }
  return { lineage, position: BigInt(position), events, last: seen, documents }
}

/** Adds the participants of one block to a board. */
function addParticipants(
  documents: Map<string, BoardEntry>,
  ids: readonly string[],
  standings: readonly Standing[],
  projects: Iterator<StoredBlock, undefined>,
): void {
  let block: ProjectsBlock | undefined
  standings.forEach((standing, at) => {
    const index = at % participantsPerProjects
    if (index === 0) block = nextProjects(projects, Math.min(standings.length - at, participantsPerProjects))
    if (block) documents.set(ids[at] ?? '', BoardEntry.ofFile(standing, { block, index }))
  })
}

function nextProjects(projects: Iterator<StoredBlock, undefined>, size: number): ProjectsBlock {
  const { value } = projects.next()
  if (value === undefined)
    throw new RangeError('A snapshot has participants whose projects it does not have.')
  return new ProjectsBlock(value, size)
}
