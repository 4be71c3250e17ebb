import { currentRun, historyOf, type History } from '@thirty/contracts/rules/history.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import {
  anyDraft,
  participants,
  toAction,
  type Action,
  type Draft,
} from '@thirty/command-api/testing/challenge-model/actions.ts'
import { expectedState, foldedState } from '@thirty/command-api/testing/challenge-model/folded-contest.ts'
import { httpDriver } from '@thirty/command-api/testing/challenge-model/http-driver.ts'
import { narrowed, perform } from '@thirty/command-api/testing/challenge-model/model.ts'
import {
  isAdmin,
  newWorld,
  type Actor,
  type Contest,
  type World,
} from '@thirty/command-api/testing/challenge-model/world.ts'
import { serveHistory } from '@thirty/command-api/testing/history-app.ts'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { personId } from '@thirty/command-api/testing/people.ts'
import { createTestContext } from '@thirty/command-api/testing/test-app.ts'
import { historyFold } from './evolve.ts'

/** A campaign runs more: HISTORY_MODEL_RUNS=5000. A failed run prints its seed; HISTORY_MODEL_SEED=… repeats it. */
const runs = Number(process.env['HISTORY_MODEL_RUNS'] ?? 60)
const seed =
  process.env['HISTORY_MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['HISTORY_MODEL_SEED']) }

let context: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const idOf = (actor: Actor): string => personId((isAdmin(actor) ? 100 : 1) + Number(actor.slice(1)))
const steps = fc.array(anyDraft, { minLength: 15, maxLength: 60 })
type Log = Parameters<typeof serveHistory>[1]

/** Executes actions in the model and through the commands, and compares every outcome and, in the end, every place. */
async function compare(log: Log, drafts: readonly Draft[]): Promise<World> {
  const served = await serveHistory(context, log)
  try {
    const {
      perform: send,
      idOfProject,
      backups,
    } = httpDriver({
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
      const outcome = await send(action, key)
      // The model does nothing for a retry: it must have the same outcome and change nothing.
      const retried = isRetried ? await send(action, key) : outcome
      expect({ action, retried }).toEqual({ action, retried: outcome })
      expect({ action, outcome }).toEqual({ action, outcome: narrowed(expected.outcome, outcome) })
      ;({ world } = expected)
    }
    for (const draft of drafts) await both(toAction(draft, world), draft.isRetried)
    // Nobody completes day 30, so this changes nothing and answers the completed days.
    for (const by of participants) await both({ what: 'reopen', by, day: 30 })
    const { state } = await served.commands.load(challengeStream, historyFold)
    const expectContest = async (history: History, { projects }: Contest, place: string) => {
      for (const key of world.created) {
        const state = await foldedState(served.commands, idOfProject(key), history)
        expect({ place, key, state }).toEqual({ place, key, state: expectedState(projects.get(key)) })
      }
    }
    await expectContest(currentRun(state.runs).history, world.contest, 'current run')
    for (const [index, { contest, isDeleted }] of world.backups.entries()) {
      const place = state.backups.get(backups[index] ?? '')?.of
      expect(place === undefined).toBe(isDeleted)
      if (place) await expectContest(historyOf(place, state.runs.runs), contest, `backup ${index}`)
    }
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
