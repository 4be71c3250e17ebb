import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { anyDraft, toAction, type Draft } from '@thirty/command-api/testing/challenge-model/actions.ts'
import { expectedState } from '@thirty/command-api/testing/challenge-model/folded-contest.ts'
import { httpDriver } from '@thirty/command-api/testing/challenge-model/http-driver.ts'
import { perform } from '@thirty/command-api/testing/challenge-model/model.ts'
import { newWorld, type Actor, type World } from '@thirty/command-api/testing/challenge-model/world.ts'
import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import { foldProjection, readAllEvents } from '../e2e/cluster/expected-read-models.ts'
import { secrets, startTestProduct, type Person, type TestProduct } from './testing/product.ts'

/** A campaign runs more: HISTORY_MODEL_RUNS=5000. A failed run prints its seed; HISTORY_MODEL_SEED=… repeats it. */
const runs = Math.ceil(Number(process.env['HISTORY_MODEL_RUNS'] ?? 100) / 25)
const seed =
  process.env['HISTORY_MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['HISTORY_MODEL_SEED']) }

const names = imageNames(secrets.JWT_SECRET)
const actors: readonly Actor[] = ['p0', 'p1', 'p2', 'a0', 'a1']

/** Executes actions in the model and in the product; in the end its queries and read models must show what the model has. */
async function compare(product: TestProduct, drafts: readonly Draft[]): Promise<void> {
  const people = new Map<Actor, Person>()
  for (const actor of actors)
    people.set(actor, await (actor.startsWith('a') ? product.admin() : product.participant()))
  const person = (actor: Actor): Person => {
    const found = people.get(actor)
    if (!found) throw new Error(`${actor} has no account.`)
    return found
  }
  const send = async (actor: Actor, method: string, path: string, body: unknown, key: string) => {
    const headers = { 'idempotency-key': key }
    const { status, json } = await product.ask({ method, path, body, token: person(actor).token, headers })
    // The schemas of the responses define their types.
    return { status, body: (json ?? {}) as Record<string, unknown> }
  }
  const driver = httpDriver({
    send,
    idOf: (actor) => person(actor).id,
    imageUrlOf: (actor) => `/uploads/${names.nameFor(person(actor).id)}`,
    now: () => Date.now(),
  })
  let world: World = newWorld
  for (const draft of drafts) {
    const action = toAction(draft, world)
    await driver.perform(action, crypto.randomUUID())
    ;({ world } = perform(world, action))
  }
  const { json: body } = await product.ask({
    method: 'GET',
    path: '/api/projects/all?limit=200',
    token: person('a0').token,
  })
  const shown = new Map(
    (body as ProjectsResponse).projects.map((project) => [
      project._id,
      {
        status: project.status,
        name: project.projectName,
        likes: project.likes,
        comments: project.comments,
        averageRating: project.averageRating,
        ratingCount: project.ratingCount,
      },
    ]),
  )
  const expected = new Map(
    [...world.contest.projects].flatMap(([key, project]) =>
      project.status === 'withdrawn' ? [] : [[driver.idOfProject(key), expectedState(project)] as const],
    ),
  )
  expect(shown).toEqual(expected)
  await expectFoldOfLog(product)
}

/** Every read model that is shown has exactly the documents of a fold of the whole log. */
async function expectFoldOfLog({ core }: TestProduct): Promise<void> {
  const events = await readAllEvents(core.log)
  for (const { projection } of core.models.shownProjections()) {
    const { documents } = foldProjection(projection, events)
    const ids = [...documents.keys()]
    const found = await core.store.load(projection, ids)
    const stored = new Map(ids.map((id, index) => [id, JSON.parse(JSON.stringify(found[index] ?? null))]))
    expect([projection.name, stored]).toEqual([projection.name, documents])
  }
}

test(
  'after random commands, resets and restores, queries show what the model has, and read models equal a fold of the log',
  { timeout: 60_000 + runs * 20_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDraft, { minLength: 15, maxLength: 60 }), async (drafts) => {
        const product = await startTestProduct()
        try {
          await compare(product, drafts)
        } finally {
          await product.close()
        }
      }),
      { numRuns: runs, ...seed },
    )
  },
)
