import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { connectForRequests } from '../read-models/redis/clients.ts'
import { redisKeyPrefix } from '../redis-key-prefix.ts'
import type { DeliveryStore, Entry } from './delivery-store.ts'

const script = readFileSync(new URL('deliveries.lua', import.meta.url), 'utf8')
const enqueueScript = readFileSync(new URL('enqueue-deliveries.lua', import.meta.url), 'utf8')

const prefix = `${redisKeyPrefix}deliveries:`
const leaseKey = `${prefix}lease`
const progressKey = `${prefix}progress`
const statesKey = `${prefix}states`
const keysOf = (queue: string): [documents: string, due: string] => [
  `${prefix}documents:${queue}`,
  `${prefix}due:${queue}`,
]

const storedEntry = z.tuple([z.string(), z.string(), z.string()]).transform(([id, due, document]): Entry => ({
  id,
  due: due === '' ? null : Number(due),
  document: JSON.parse(document),
}))
const entries = z.array(storedEntry)
const page = z.tuple([z.number(), entries])

/**
 * Keeps the queues in Redis, which all processes share. Connects by itself, and again whenever the connection is lost; `onError` is
 * called with each failure to connect.
 */
export function redisDeliveries(url: string, onError: (error: Error) => void): DeliveryStore {
  const { call, close } = connectForRequests(url, onError)
  const run = (queue: string, ...operation: (string | number)[]) =>
    call('eval', script, 5, leaseKey, progressKey, statesKey, ...keysOf(queue), ...operation)

  return {
    acquire: async (holder, forMs) => (await run('', 'acquire', holder, forMs)) === 1,
    release: async (holder) => void (await run('', 'release', holder)),
    loadProgress: async () => parse(await call('get', progressKey)),
    enqueue: async (holder, added, progress) => {
      const keys = [leaseKey, progressKey, ...added.flatMap(({ queue }) => keysOf(queue))]
      const values = added.flatMap(({ id, due, document }) => [id, due, JSON.stringify(document)])
      const answer = await call(
        'eval',
        enqueueScript,
        keys.length,
        ...keys,
        holder,
        JSON.stringify(progress),
        ...values,
      )
      return answer === 1
    },
    put: async (queue, { id, due, document }) =>
      void (await run(queue, 'put', id, due ?? '', JSON.stringify(document))),
    replace: async (queue, { id, due, document }) =>
      (await run(queue, 'replace', id, due ?? '', JSON.stringify(document))) === 1,
    update: async (holder, queue, { id, due, document }, { state, maxKept }) => {
      const stateText = state === undefined ? '' : JSON.stringify(state)
      const values = [id, due ?? '', JSON.stringify(document), queue, stateText, maxKept]
      return (await run(queue, 'update', holder, ...values)) === 1
    },
    nextDue: async (queue, now) => entries.parse(await run(queue, 'next', now))[0],
    load: async (queue, id) => entries.parse(await run(queue, 'load', id))[0],
    list: async (queue, limit) => {
      const [total, found] = page.parse(await run(queue, 'list', limit))
      return { entries: found, total }
    },
    listWaiting: async (queue, limit) => entries.parse(await run(queue, 'waiting', limit)),
    countWaiting: async (queue) => Number(await call('zcard', keysOf(queue)[1])),
    loadState: async (queue) => parse(await call('hget', statesKey, queue)),
    remove: async (queue, ids) => {
      const [documents, due] = keysOf(queue)
      if (ids.length === 0) return
      await call('zrem', due, ...ids)
      await call('hdel', documents, ...ids)
    },
    removeQueue: async (queue) => {
      await call('del', ...keysOf(queue))
      await call('hdel', statesKey, queue)
    },
    close: async () => close(),
  }
}

const parse = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : undefined)
