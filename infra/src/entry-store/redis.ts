// Keeps the entries in Redis, which all processes share.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { redisKeyPrefix, type RedisConnection } from '../redis/connection.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import type { Entry, EntryStore, NewEntry, RequiredEntry } from './entry-store.ts'

const script = readFileSync(new URL('entries.lua', import.meta.url), 'utf8')

/** How many times at most a change is computed again because another one came first. */
const maxAttempts = 20
const allEntries = Number.MAX_SAFE_INTEGER

const documentsKey = (group: string): string => `${redisKeyPrefix}${group}`
const dueKey = (group: string): string => `${redisKeyPrefix}${group}:due`

const entries = z.array(
  z.tuple([z.string(), z.string(), z.string()]).transform(([id, due, text]): Entry => ({
    id,
    due: due === '' ? null : Number(due),
    document: JSON.parse(text),
  })),
)
const loaded = z.tuple([z.number(), entries])
const listed = z.tuple([z.number(), z.number(), entries])

/** Closing it leaves the connection open. */
export function redisEntries({ call }: RedisConnection): EntryStore {
  const run = (groups: readonly string[], ...operation: (string | number)[]) => {
    const keys = groups.flatMap((group) => [documentsKey(group), dueKey(group)])
    return call('eval', [script, keys.length, ...keys, ...operation])
  }
  const load = async (group: string, id: string) => {
    const [now, [entry]] = loaded.parse(await run([group], 'load', id))
    return { now, entry }
  }

  return {
    load: async (group, id) => (await load(group, id)).entry,
    change: async (group, id, update, keepMs) => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const { now, entry } = await load(group, id)
        const document = update(entry?.document, now)
        const [before, after] = [textOf(entry?.document), textOf(document)]
        if (after === before && keepMs === undefined) return document
        if ((await run([group], 'replace', id, before, after, keepMs ?? '')) === 1) return document
      }
      throw new StoreUnavailable('A document changes too often.')
    },
    put: async (added, required = [], keepMs) => {
      const groups = [...new Set([...added, ...required].map(({ group }) => group))]
      const encoded = ({ group, due, document, ...rest }: NewEntry | RequiredEntry) => ({
        ...rest,
        group: groups.indexOf(group) + 1,
        due: due ?? undefined,
        text: JSON.stringify(document),
      })
      const request = { keepMs, required: required.map(encoded), entries: added.map(encoded) }
      return (await run(groups, 'put', JSON.stringify(request))) === 1
    },
    list: async (group, limit = allEntries) => {
      const [total, now, found] = listed.parse(await run([group], 'list', limit))
      return { entries: found, total, now }
    },
    nextDue: async (group, now) => entries.parse(await run([group], 'next', now))[0],
    listWaiting: async (group, limit) => entries.parse(await run([group], 'waiting', limit)),
    countWaiting: async (group) => Number(await call('zcard', [dueKey(group)])),
    remove: async (group, ids) => {
      if (ids.length > 0) await run([group], 'remove', ...ids)
    },
    removeFinished: async (group, kept) => void (await run([group], 'trim', kept)),
    removeGroup: async (group) => void (await call('del', [documentsKey(group), dueKey(group)])),
    close: async () => undefined,
  }
}

/** No document is empty text. */
const textOf = (document: unknown): string => (document === undefined ? '' : JSON.stringify(document))
