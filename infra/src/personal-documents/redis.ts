import { readFileSync } from 'node:fs'
import { connectForRequests } from '../read-models/redis/clients.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisKeyPrefix } from '../redis-key-prefix.ts'
import type { PersonalDocuments } from './personal-documents.ts'

const replaceScript = readFileSync(new URL('replace-document.lua', import.meta.url), 'utf8')

/** Seconds after which the documents of an owner are removed who changes none of them. */
const expirySeconds = 180 * 24 * 60 * 60

/** How often a change is computed again because another one came first. */
const maxAttempts = 20

/**
 * Keeps the documents of an owner in one hash of Redis, which all processes share. Connects by itself, and again whenever the
 * connection is lost; `onError` is called with each failure to connect. The documents of an owner expire 180 days after the last
 * change of one of them.
 */
export function redisPersonalDocuments(url: string, onError: (error: Error) => void): PersonalDocuments {
  const { call, close } = connectForRequests(url, onError)
  const keyOf = (owner: string) => `${redisKeyPrefix}person:${owner}`
  const loadText = async (owner: string, collection: string): Promise<string> => {
    const text = await call('hget', keyOf(owner), collection)
    return typeof text === 'string' ? text : ''
  }

  return {
    load: async (owner, collection) => parse(await loadText(owner, collection)),
    change: async (owner, collection, update) => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const before = await loadText(owner, collection)
        const document = update(parse(before))
        const after = document === undefined ? '' : JSON.stringify(document)
        if (after === before) return
        const change = [collection, before, after, String(expirySeconds)]
        const replaced = await call('eval', replaceScript, '1', keyOf(owner), ...change)
        if (replaced === 1) return
      }
      throw new StoreUnavailable('A document changes too often.')
    },
    removeAll: async (owner) => {
      await call('del', keyOf(owner))
    },
    close: async () => close(),
  }
}

/** No document is empty text. */
const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))
