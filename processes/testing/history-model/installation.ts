import { Buffer } from 'node:buffer'
import { createCommands } from '@thirty/command-api/handle.ts'
import { challengeFold } from '@thirty/command-api/current-run.ts'
import { nextRun } from '@thirty/contracts/challenge/challenge-state.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { httpDriver, type DrivenProduct } from '@thirty/command-api/testing/challenge-model/http-driver.ts'
import { everybody, isAdmin, type Actor } from '@thirty/command-api/testing/challenge-model/world.ts'
import { personId } from '@thirty/command-api/testing/people.ts'
import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { createTemporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, vi } from 'vitest'
import { startTestProduct } from '../product.ts'
import { openStores, type StoreKind } from './stores.ts'
import { secrets } from '../fixtures.ts'

/** The id of an actor, the same in every installation. */
export const idOf = (actor: Actor): string => personId((isAdmin(actor) ? 100 : 1) + Number(actor.slice(1)))

export type Installation = Awaited<ReturnType<typeof openInstallation>>

/** Starts a product over new stores in which the actors have accounts. The caller closes it. */
export async function openInstallation(kind: StoreKind) {
  const stores = await openStores(kind)
  const product = await startTestProduct(stores.settings, await createTemporaryFolder())
  const close = async () => {
    await product.close()
    await stores.close()
  }
  const names = imageNames(secrets.JWT_SECRET)
  const images = new Map(everybody.map((actor) => [actor, `/uploads/${names.nameFor(idOf(actor))}`]))
  const tokens = new Map<Actor, string>()
  for (const actor of everybody) {
    const person = { id: idOf(actor), token: '', email: `${actor}@people.example`, username: `the_${actor}` }
    const role = isAdmin(actor) ? 'admin' : 'participant'
    const data = { fullName: 'Somebody', username: person.username, email: person.email, role } as const
    await product.appendFor(person, { type: 'UserRegistered', data })
    tokens.set(actor, product.tokensAt(systemClock).issue({ id: person.id, version: 0 }))
  }
  const untilShown = async (): Promise<void> => {
    const { core } = product
    const findShown = async () => {
      const { json } = await ask('a0', 'GET', '/api/admin/history')
      // Safe: the schema of the response defines this type; other specs check it.
      const { run, shownRun, state } = json as HistoryStatus
      const { pending = false } = await core.waitForProjections(await core.log.head())
      expect({ shownRun, state, pending }).toEqual({ shownRun: run, state: 'shown', pending: false })
    }
    await vi.waitFor(findShown, { timeout: 30_000, interval: 20 })
  }
  const commands = createCommands({ log: product.core.log, clock: systemClock })
  const ask = (actor: Actor, method: string, path: string, body?: unknown) =>
    product.ask({ method, path, body, token: tokens.get(actor) })
  const send: DrivenProduct['send'] = async (actor, method, path, body, key) => {
    const type = Buffer.isBuffer(body) && { 'content-type': 'application/gzip' }
    const request = { method, path, body, headers: { 'idempotency-key': key, ...type } }
    const { status, json, bytes } = await product.ask({ ...request, token: tokens.get(actor) })
    // Safe: every response of the API but a file is a JSON object, as the schemas of the responses say.
    return { status, body: (json ?? {}) as Record<string, unknown>, bytes }
  }
  return {
    product,
    commands,
    ask,
    /** Resolves when the current run is shown, up to the end of the log. */
    untilShown,
    /** Returns a driver that knows no backup yet. A retried start names the same time. */
    driver: (files: Buffer[]) => {
      const now = Date.now()
      const imageUrlOf = (actor: Actor) => images.get(actor) ?? ''
      return httpDriver({ send, idOf, imageUrlOf, now: () => now, untilShown }, files)
    },
    /** Returns the highest number of a run. */
    highestRun: async () => nextRun((await commands.load(challengeStream, challengeFold)).state) - 1,
    close,
  }
}
