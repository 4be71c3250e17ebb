import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exampleBackupFile } from './testing/example-backup-file.ts'
import { freeze, importBackup, rate, submitProject } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

let product: TestProduct
let people: Record<'rated' | 'other' | 'rater' | 'admin', Person>
let project: string
let frozenAt: string
beforeAll(async () => {
  product = await startTestProduct()
  const { participant, admin } = product
  people = {
    rated: await participant(),
    other: await participant(),
    rater: await participant(),
    admin: await admin(),
  }
  project = await submitProject(product, people.rated)
  await product.send(people.admin, 'POST /api/admin/challenge/start', {})
  await rate(product, people.admin, project, 2)
  frozenAt = await freeze(product, people.admin)
})
afterAll(() => product.close())

const averageFor = async (person: Person): Promise<number> =>
  (await product.send<{ project: { averageRating: number } }>(person, `GET /api/projects/${project}`)).project
    .averageRating

test('replies to commands of participants during the freeze reveal nothing that is hidden', async () => {
  const { other, rated, rater } = people
  const replies = [
    await product.send(other, `PUT /api/projects/${project}/like`),
    await product.send(other, `POST /api/projects/${project}/comments`, { text: 'Nice' }),
    await product.send(rated, `POST /api/projects/${project}/view`, {}),
    await rate(product, rater, project, 4),
    await rate(product, other, project, 1),
    await product.send(rater, `GET /api/projects/${await submitProject(product, rater)}`),
  ]
  const known: Record<string, readonly unknown[]> = {
    averageRating: [2, 0, null],
    ratingCount: [1, 0],
    points: [0],
    totalPoints: [0],
  }
  const told: unknown[] = []
  JSON.stringify(replies, (key: string, value: unknown) => {
    if (known[key]?.includes(value) === false) told.push({ [key]: value })
    return value
  })
  expect(told).toEqual([])
})

test('a rating while a backup is imported, and a rebuild of all read models, change no answer', async () => {
  const answer = async () => {
    const shown = await product.send<object>(people.rated, `GET /api/projects/${project}`)
    return { ...shown, position: '', asOf: '' }
  }
  const before = await answer()
  const truth = await averageFor(people.admin)
  const importing = importBackup(product, people.admin, await exampleBackupFile())
  for (const all of [1, 2, 3]) await rate(product, people.admin, project, all)
  expect((await importing).status).toBeLessThan(300)
  expect(await answer()).toEqual(before)
  expect(await averageFor(people.admin)).not.toBe(truth)

  const operations = product.core.operations
  const { id = '' } = operations?.start('replay') ?? {}
  while (operations?.find(id)?.state === 'running') expect(await answer()).toEqual(before)
  expect(operations?.find(id)?.state).toBe('done')
  expect(await answer()).toEqual(before)
})

test('a restart keeps the freeze, and the reveal shows the ratings to everybody (T406)', async () => {
  const { folder } = product
  const truth = await averageFor(people.admin)
  expect(truth).not.toBe(2)
  await product.stop()
  product = await startTestProduct({}, folder)
  expect([await averageFor(people.rated), await averageFor(people.admin)]).toEqual([2, truth])
  const day = () => product.send(people.rated, 'GET /api/challenge/current-day')
  expect(await day()).toMatchObject({ frozenAt, frozen: true })
  await product.send(people.admin, 'POST /api/admin/challenge/reveal', {})
  await vi.waitFor(async () => expect(await averageFor(people.rated)).toBe(truth), { timeout: 10_000 })
  expect(await day()).toMatchObject({ frozenAt: null, frozen: false })
})
