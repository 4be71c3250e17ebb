import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'
import { exampleBackupFile } from './testing/example-backup-file.ts'
import { productForFile, restart, type Person } from './testing/product.ts'

const product = productForFile()
const given = appForFile(async () => {
  const { participant, send } = product
  const [rated, other, rater] = [await participant(), await participant(), await participant()]
  const admin = await product.admin()
  const project = await product.submitProject(rated)
  await send(admin, 'POST /api/admin/challenge/start', {})
  await product.rate(admin, project, 2)
  return { rated, other, rater, admin, project, frozenAt: await product.freeze(admin) }
})

const averageFor = async (person: Person): Promise<number> => {
  type Shown = { project: { averageRating: number } }
  return (await product.send<Shown>(person, `GET /api/projects/${given.project}`)).project.averageRating
}

test('replies to commands of participants during the freeze reveal nothing that is hidden', async () => {
  const { other, rated, rater, project } = given
  const replies = [
    await product.send(other, `PUT /api/projects/${project}/like`),
    await product.send(other, `POST /api/projects/${project}/comments`, { text: 'Nice' }),
    await product.send(rated, `POST /api/projects/${project}/view`, {}),
    await product.rate(rater, project, 4),
    await product.rate(other, project, 1),
    await product.send(rater, `GET /api/projects/${await product.submitProject(rater)}`),
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
  const { admin, rated, project } = given
  const answer = async () => {
    const shown = await product.send<object>(rated, `GET /api/projects/${project}`)
    return { ...shown, position: '', asOf: '' }
  }
  const before = await answer()
  const truth = await averageFor(admin)
  const importing = product.importBackup(admin, await exampleBackupFile())
  for (const all of [1, 2, 3]) await product.rate(admin, project, all)
  expect((await importing).status).toBeLessThan(300)
  expect(await answer()).toEqual(before)
  expect(await averageFor(admin)).not.toBe(truth)

  const operations = product.core.operations
  const { id = '' } = operations?.start('replay') ?? {}
  while (operations?.find(id)?.state === 'running') expect(await answer()).toEqual(before)
  expect(operations?.find(id)?.state).toBe('done')
  expect(await answer()).toEqual(before)
})

test('a restart keeps the freeze, and the reveal shows the ratings to everybody (T406)', async () => {
  const { admin, rated, frozenAt } = given
  const truth = await averageFor(admin)
  expect(truth).not.toBe(2)
  await restart(product)
  expect([await averageFor(rated), await averageFor(admin)]).toEqual([2, truth])
  const day = () => product.send(rated, 'GET /api/challenge/current-day')
  expect(await day()).toMatchObject({ frozenAt, frozen: true })
  await product.send(admin, 'POST /api/admin/challenge/reveal', {})
  await vi.waitFor(async () => expect(await averageFor(rated)).toBe(truth), { timeout: 10_000 })
  expect(await day()).toMatchObject({ frozenAt: null, frozen: false })
})
