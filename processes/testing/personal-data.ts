import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { redisContents } from '@thirty/infra/testing/read-models/redis-contents.ts'

/** The texts by which a person could be recognised. */
export type PersonalTexts = { email: string; usernames: readonly string[]; others: readonly string[] }

/** Returns the texts themselves, and the digests by which a guess at them could be confirmed. */
export function tracesOf({ email, usernames, others }: PersonalTexts): string[] {
  const digests = [email, ...usernames].flatMap((text) => [
    hash('sha256', text),
    hash('sha1', text),
    hash('md5', text),
  ])
  return [
    email,
    ...usernames,
    ...others,
    ...digests,
    Buffer.from(email).toString('base64').replaceAll('=', ''),
  ]
}

/** Returns the traces in the bytes of any file below a folder, as `<file>: <trace>`. */
export async function findInFiles(folder: string, traces: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // A file may have been removed since.
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1').catch(() => '')
    found.push(...findIn(`${entry.name} ${content}`, traces).map((trace) => `${entry.name}: ${trace}`))
  }
  return found
}

/** Returns the traces in the keys and values of a Redis, as `<key>: <trace>`. */
export async function findInRedis(url: string, traces: readonly string[]): Promise<string[]> {
  return [...(await redisContents(url))].flatMap(([key, content]) =>
    findIn(`${key} ${content}`, traces).map((trace) => `${key}: ${trace}`),
  )
}

/** Latin-1 shows every byte, and a letter beyond ASCII as several: traces are ASCII. */
const findIn = (content: string, traces: readonly string[]): string[] => {
  const lower = content.toLowerCase()
  return traces.filter((trace) => lower.includes(trace.toLowerCase()))
}
