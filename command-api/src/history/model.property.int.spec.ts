import fc from 'fast-check'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { toAction, type Action, type Draft } from '@thirty/command-api/testing/challenge-model/actions.ts'
import { anyDraft, participants } from '@thirty/command-api/testing/challenge-model/drafts.ts'
import { expectPlaces } from '@thirty/command-api/testing/challenge-model/compare-places.ts'
import { httpDriver } from '@thirty/command-api/testing/challenge-model/http-driver.ts'
import { perform } from '@thirty/command-api/testing/challenge-model/model.ts'
import { narrowed } from '@thirty/command-api/testing/challenge-model/step.ts'
import {
  isAdmin,
  newWorld,
  type Actor,
  type World,
} from '@thirty/command-api/testing/challenge-model/world.ts'
import { serveHistory } from '@thirty/command-api/testing/history-app.ts'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { personId } from '@thirty/command-api/testing/people.ts'
import { createTestContext } from '@thirty/command-api/testing/test-app.ts'

/** A campaign runs more: HISTORY_MODEL_RUNS=5000. A failed run prints its seed; HISTORY_MODEL_SEED=… repeats it. */
const runs = Number(process.env['HISTORY_MODEL_RUNS'] ?? 20)
const seed =
  process.env['HISTORY_MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['HISTORY_MODEL_SEED']) }

const context = appForFile(createTestContext)

const idOf = (actor: Actor): string => personId((isAdmin(actor) ? 100 : 1) + Number(actor.slice(1)))
const steps = fc.array(anyDraft, { minLength: 15, maxLength: 60 })
type Log = Parameters<typeof serveHistory>[1]

/** Executes actions in the model and through the commands, and compares every outcome and, in the end, every place. */
async function compare(log: Log, drafts: readonly Draft[]): Promise<World> {
  const served = await serveHistory(context, log)
  try {
    const driver = httpDriver({
      send: (actor, method, path, body, key) =>
        served.http.call(method, path, body, {
          token: context.tokenOf(idOf(actor), { isAdmin: isAdmin(actor) }),
          key,
        }),
      idOf,
      imageUrlOf: (actor) => served.imageUrlOf(idOf(actor)),
      now: context.clock,
    })
    let world = newWorld
    const both = async (action: Action, isRetried = false) => {
      const expected = perform(world, action)
      const key = crypto.randomUUID()
      const outcome = await driver.perform(action, key)
      // The model does nothing for a retry: it must have the same outcome and change nothing.
      const retried = isRetried ? await driver.perform(action, key) : outcome
      expect({ action, retried }).toEqual({ action, retried: outcome })
      expect({ action, outcome }).toEqual({ action, outcome: narrowed(expected.outcome, outcome) })
      ;({ world } = expected)
    }
    for (const draft of drafts) await both(toAction(draft, world), draft.isRetried)
    // Nobody completes day 30, so this changes nothing and answers the completed days.
    for (const by of participants) await both({ what: 'reopen', by, day: 30 })
    await expectPlaces(served.commands, driver, world)
    return world
  } finally {
    await served.http.close()
  }
}

test(
  'random sequences of commands, resets and restores do what the model does, in memory',
  { timeout: 30_000 + runs * 1_000 },
  async () => {
    let restores = 0
    await fc.assert(
      fc.asyncProperty(steps, async (drafts) => {
        const { beginning } = await compare(inMemoryEventLog().log, drafts)
        if (beginning.by === 'restore') restores += 1
      }),
      { numRuns: runs, ...seed },
    )
    // Many sequences end in a restored run; otherwise the test would prove little.
    expect(restores).toBeGreaterThan(runs / 10)
  },
)

test('the same holds over the embedded log', { timeout: 30_000 + runs * 500 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (drafts) => {
      const log = await openTestLog(await temporaryFolder())
      await compare(log, drafts)
    }),
    { numRuns: Math.ceil(runs / 10), ...seed },
  )
})
