import { redisKeyPrefix } from '../../redis-key-prefix.ts'
import { ExactSum } from '../exact-sum.ts'
import { StoreUnavailable, type Commit } from '../read-models.ts'
import type { RedisConnection } from './connection.ts'
import {
  formatIndexEntries,
  formatPosition,
  formatReadModelKey,
  formatSeenHistory,
  leaseArguments,
  parseTexts,
} from './script-arguments.ts'
import { scriptText } from './scripts.ts'

const beginInsert = scriptText('common.lua', 'begin-insert.lua')
const endInsert = scriptText('common.lua', 'delete-builds.lua', 'end-insert.lua')

/** A lease is renewed once a second, and a transaction during which that happens is not executed. So many in a row are a fault. */
const maxTries = 100

/** Whether `insertDocuments` can apply a commit. */
export const isInsert = ({ areNew, deletes, messages }: Commit): boolean =>
  areNew === true && deletes.length === 0 && messages.length === 0

/**
 * Applies a commit whose documents are new in a build that is not live, in a transaction of plain commands, for which Redis needs
 * half of the time of commit.lua (decision 0034). Resolves to the outcome, as that script does, or to `live` for the live build, which
 * only the script can change. The connection must send nothing twice: if only the end of a transaction were sent again, it would
 * write without its check. Throws `StoreUnavailable`; then it is unknown whether the commit was applied.
 */
export async function insertDocuments(
  connection: RedisConnection,
  commit: Commit,
): Promise<(string | undefined)[]> {
  const transaction = transactionOf(commit)
  for (let tries = 1; tries <= maxTries; tries++) {
    // In one piece, because a command of another commit would become a part of the transaction.
    const replies = await connection.pipeline(transaction)
    const begun = parseTexts(replies[1])
    if (begun[0] !== 'insert') return begun
    const executed = replies.at(-1)
    if (Array.isArray(executed) && executed.at(-1) === 'ok') return ['ok']
    if (executed !== null) break
  }
  throw new StoreUnavailable('Redis did not execute the transaction.')
}

function transactionOf(commit: Commit): Command[] {
  const { build, lease, stepId, from, to, seen } = commit
  const readModel = formatReadModelKey(build)
  const base = `${redisKeyPrefix}build:${readModel}:${build.build}:`
  const { writes, sums } = writesOf(base, commit)
  const ofStep = [readModel, build.build, ...leaseArguments(lease), stepId, formatPosition(from)]
  const ofEnd = [formatPosition(to), seen ? formatSeenHistory(seen) : '', ...sums]
  const evalOf = (script: string, ...scriptArguments: string[]): Command => [
    'eval',
    script,
    '1',
    `${redisKeyPrefix}builds`,
    ...scriptArguments,
  ]
  return [
    ['watch', `${base}state`, `${base}refused`, `${redisKeyPrefix}view:${readModel}`],
    evalOf(beginInsert, ...ofStep),
    ['multi'],
    ...writes,
    evalOf(endInsert, ...ofStep, ...ofEnd),
    ['exec'],
  ]
}

type Command = [name: string, ...commandArguments: string[]]

/** Returns the commands that write documents and index entries, one for each key, and by how much the sums of the indexes grow. */
function writesOf(base: string, { upserts }: Commit): { writes: Command[]; sums: string[] } {
  const documents: Command = ['hset', `${base}documents`]
  const places: Command = ['hset', `${base}places`]
  const indexes = new Map<string, { write: Command; sum: ExactSum }>()
  for (const upsert of upserts) {
    const { id, document } = upsert
    documents.push(id, JSON.stringify(document))
    const { indexEntries } = upsert
    const text = formatIndexEntries(id, indexEntries)
    if (text === '') continue
    places.push(id, text)
    for (const name in indexEntries) {
      const entry = indexEntries[name]
      if (!entry) continue
      let index = indexes.get(name)
      if (!index) {
        index = { write: ['zadd', `${base}index:${name}`], sum: new ExactSum() }
        indexes.set(name, index)
      }
      index.write.push(`${entry.score}`, `${entry.tiebreaker ?? ''}\0${id}`)
      index.sum.add(entry.score, 1)
    }
  }
  const sums = [...indexes].flatMap(([name, { sum }]) => [
    name,
    `${sum.parts.wholes}`,
    `${sum.parts.millionths}`,
  ])
  const writes = [documents, places, ...[...indexes.values()].map(({ write }) => write)]
  return { writes: writes.filter(({ length }) => length > 2), sums }
}
