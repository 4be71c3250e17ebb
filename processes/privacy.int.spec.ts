import { DatabaseSync } from 'node:sqlite'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Sender } from './testing/requests.ts'
import { multipartForm, onePixelPng, password, stars } from './testing/fixtures.ts'
import { folderOfRelease } from './testing/folder-of-release.ts'
import { findInFiles, tracesOf } from './testing/personal-data.ts'
import { openStores, type StoreKind } from './testing/history-model/stores.ts'
import { productOfTest, type Person, type TestProduct } from './testing/product.ts'

const name = 'Zelda Quixote'
const email = 'zelda@quixote.example'
const [firstUsername, username] = ['zelda_q', 'windmill_7']
const profile = { bio: 'Tilts at windmills', location: 'La Mancha', website: 'https://rocinante.example/' }
/** What the person tries to log in with by mistake. */
const misspelled = 'zelda@quixote.exampel'

/** Everything by which the person could be recognised. */
const traces = tracesOf({
  email,
  usernames: [firstUsername, username, misspelled],
  others: [name, 'quixote', ...Object.values(profile)],
})

/** Uploads an image whose file is named after the person. */
function upload({ send }: TestProduct, by: Sender, endpoint: string, field: string) {
  const { body, headers } = multipartForm(field, onePixelPng, 'zelda_q.png')
  return send<{ imageUrl: string }>(by, `POST /api/uploads/${endpoint}`, body, headers)
}

/** Submits a project with a screenshot. Returns its id and the name of the screenshot's file. */
async function submitWithScreenshot(product: TestProduct, owner: Person) {
  const { imageUrl } = await upload(product, owner, 'project-image', 'projectImage')
  const id = await product.submitProject(owner, 3, { imageUrl })
  return { id, screenshot: imageUrl.slice(imageUrl.lastIndexOf('/') + 1) }
}

/**
 * Signs up a person who then leaves traces wherever the product keeps data: two usernames, a profile, two profile images,
 * failed logins, an email, a project, a draft of another one, and a comment on and a rating of another project. `next` returns the
 * process for the next request.
 */
async function personWithTraces(next: () => TestProduct, othersProject: string) {
  const signUp = { fullName: name, username: firstUsername, email, password }
  type SignedIn = { user: { _id: string; token: string } }
  const { user } = await next().send<SignedIn>(undefined, 'POST /api/auth/signup', signUp)
  const person = { id: user._id, token: user.token, email, username }
  const send = (endpoint: string, body: object) => next().send(person, endpoint, body)
  await send('PUT /api/auth/profile', { username, ...profile })
  for (const _ of [1, 2]) await upload(next(), person, 'profile-image', 'profileImage')
  for (const [emailOrUsername, secret] of [
    [misspelled, password],
    [username, 'Wrong-horse-7'],
  ])
    await next().answer(undefined, 'POST /api/auth/login', { emailOrUsername, password: secret })
  await next().send(undefined, 'POST /api/auth/forgot-password', { email })
  const { screenshot } = await submitWithScreenshot(next(), person)
  await send(`POST /api/projects/${othersProject}/comments`, { text: 'Well done' })
  await send('POST /api/ratings/submit', { projectId: othersProject, criteria: stars(4) })
  const texts = { liveLink: '', repoLink: '', description: profile.bio, languages: '', frameworks: '' }
  const draft = { version: 'version-1', replaces: [], writtenAgoMs: 0 }
  for (const projectName of ['Map of Quixote', 'Atlas of Quixote'])
    await send('PUT /api/drafts/9', { ...draft, content: { ...texts, projectName } })
  // The file of the screenshot stays with the project.
  return { ...person, screenshot, deleteAccount: () => send('DELETE /api/auth/account', { password }) }
}

/** What a fake EventStoreDB stores, with the names of the streams. */
function recordsIn(folder: string): { stream: string; record: string }[] {
  using db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
  return db
    .prepare('SELECT name, record FROM events JOIN streams ON id = stream WHERE record IS NOT NULL')
    .all()
    .map(({ name, record }) => ({ stream: String(name), record: String(record) }))
}

test.each<StoreKind>(['memory', 'eventstoredb and redis'])(
  'after the deletion of an account, no part of the installation has a trace of the person: %s',
  async (kind) => {
    const stores = await openStores(kind)
    onTestFinished(stores.close)
    const settings = { ...stores.settings, RATE_LIMIT: 'on' }
    const first = await productOfTest(settings)
    const { folder } = first
    const products = [first, ...(kind === 'memory' ? [] : [await productOfTest(settings, folder)])]
    let requests = 0
    /** The next process. */
    const next = () => products[(requests += 1) % products.length] ?? first
    const find = async (texts: readonly string[]) => [
      ...(await findInFiles(folder, texts)),
      ...(await stores.find(texts)),
    ]
    const other = await submitWithScreenshot(first, await first.participant())
    const person = await personWithTraces(next, other.id)
    await expect.poll(() => findInFiles(join(folder, 'outbox'), traces)).not.toEqual([])
    // Before the deletion the search finds the name, usernames, address and profile.
    expect((await find(traces)).length).toBeGreaterThan(8)
    expect(await readdir(join(folder, 'media'))).toHaveLength(8)
    // A draft is part of the data that its author may export.
    expect(await find(['Atlas of Quixote'])).not.toEqual([])
    expect(await next().send(person, 'GET /api/auth/export')).toMatchObject({
      drafts: [{ day: 9, versions: [{ content: { projectName: 'Atlas of Quixote' } }] }],
    })

    await person.deleteAccount()
    await stores.scavenge()

    expect(await findInFiles(folder, traces)).toEqual([])
    // Live messages stay in Redis for twenty seconds.
    await expect.poll(() => stores.find(traces), { timeout: 40_000, interval: 5_000 }).toEqual([])
    const screenshots = [person.screenshot, other.screenshot]
    expect((await readdir(join(folder, 'media'))).sort()).toEqual(
      screenshots.flatMap((name) => [name, thumbnailOf(name)]).sort(),
    )
    // The email that is left went to the other user.
    expect(await readdir(join(folder, 'outbox'))).toHaveLength(1)
    // The id stays, and with it the standings; no name leads to it.
    expect(await find([`deleted-${person.id}`])).not.toEqual([])
    const records = stores.folder === undefined ? [] : recordsIn(stores.folder)
    const ofNames = records.filter(({ stream }) => /^(email|username|identity)-/.test(stream))
    expect(ofNames.length > 2).toBe(kind !== 'memory')
    const [deletion] = records.filter(({ stream }) => stream === `deleted-${person.id}`)
    const correlation = deletion && String(JSON.parse(deletion.record).metadata.correlation)
    for (const { record } of ofNames)
      for (const id of [person.id, correlation]) expect(record).not.toContain(id)
  },
)

type Place = [path: string, by: Sender]
const fullName = 'Zacharias Quillfeather'

/** Two projects of a participant, for a rejection and for ratings whose words contain the name, as screens fill it in. */
async function reviewByName() {
  const product = await productOfTest()
  const { participant, send } = product
  const [owner, admin, reader] = [await participant(), await product.admin(), await participant()]
  await send(owner, 'PUT /api/auth/profile', { fullName })
  const [rejected, rated] = [await product.submitProject(owner), await product.submitProject(owner)]
  const read = async ([path, by]: Place) => (await product.answer(by, `GET /api/${path}`)).text
  const feedback: Place = [`ratings/project/${rated}`, undefined]
  /** Where others than the participant read the words. */
  const places: Place[] = [
    feedback,
    [`projects/${rejected}`, admin],
    ['auth/export', reader],
    [`ratings/project/${rated}/mine`, reader],
    ['admin/audit', admin],
    ['admin/exports/projects?format=json', admin],
    ['admin/exports/ratings?format=json', admin],
  ]
  const expectIn = async (shown: readonly Place[], words: RegExp, isThere = true) => {
    for (const place of shown) expect([place[0], words.test(await read(place))]).toEqual([place[0], isThere])
  }
  const deleteOwner = async () => {
    await send(owner, 'DELETE /api/auth/account', { password })
    await expectIn(places, /quillfeather/i, false)
  }
  return { product, owner, admin, reader, rejected, rated, places, feedback, read, expectIn, deleteOwner }
}

test('the name in a reason and in feedback is shown, follows a rename, and is nowhere after the deletion', async () => {
  const { product, owner, admin, reader, rejected, rated, ...given } = await reviewByName()
  const reason = `Sorry ${fullName}, the link is dead.`
  await product.send(admin, `PUT /api/projects/${rejected}`, { status: 'rejected', reason })
  const rating = { projectId: rated, criteria: stars(5) }
  for (const [by, feedback] of [
    [admin, `Well done, ${fullName}!`],
    [reader, `${fullName} rocks`],
  ] as const)
    await product.send(by, 'POST /api/ratings/submit', { ...rating, feedback })
  const own = [`projects/${rejected}`, 'notifications', 'auth/export'].map((path): Place => [path, owner])
  const everywhere = [...given.places, ...own]
  const wordsWith = (name: string) => new RegExp(`Sorry ${name}, the link|Well done, ${name}!|${name} rocks`)
  await given.expectIn(everywhere, wordsWith(fullName))
  const renamed = 'Zelda Quillfeather'
  await product.send(owner, 'PUT /api/auth/profile', { fullName: renamed })
  await given.expectIn(everywhere, wordsWith(renamed))

  await given.deleteOwner()
  expect(await findInFiles(product.folder, ['quillfeather'])).toEqual([])
  expect(await given.read(given.feedback)).toContain('Well done, Deleted participant!')
})

test('a reason and feedback of an older release are shown to nobody after the deletion', async () => {
  const { product, admin, reader, rejected, rated, ...given } = await reviewByName()
  const append = (stream: string, type: string, by: string, data: object) =>
    product.append(stream, { type, version: 1, data, metadata: { run: 1, actor: by } })
  const reason = `No, ${fullName}`
  await append(`project-${rejected}`, 'ProjectRejected', admin.id, { by: admin.id, reason })
  const old = { rater: reader.id, official: true, criteria: stars(5), feedback: `Yes, ${fullName}` }
  await append(`project-${rated}`, 'ProjectRated', reader.id, old)
  await expect.poll(() => given.read(given.feedback)).toContain(`Yes, ${fullName}`)
  await given.expectIn(given.places, new RegExp(`, ${fullName}`))
  await given.deleteOwner()
})

test('an account of the previous release keeps its names, and no file holds them after its deletion', async () => {
  const product = await productOfTest({}, folderOfRelease('release-0.1.0'))
  const email = 'person_68@people.example'
  const credentials = { emailOrUsername: email, password }
  type SignedIn = { user: { token: string; username: string } }
  const { user } = await product.send<SignedIn>(undefined, 'POST /api/auth/login', credentials)
  const { username } = user
  const signUp = async (names: object) => {
    const body = { fullName: 'Somebody', password, ...names }
    return (await product.answer(undefined, 'POST /api/auth/signup', body)).status
  }
  expect(await signUp({ username, email: 'new@people.example' })).toBe(409)
  expect(await signUp({ username: 'new_name', email: email.toUpperCase() })).toBe(409)

  // The name that the person had before, too.
  const usernames = ['person_68', username]
  for (const name of usernames)
    expect(await findInFiles(product.folder, [`username-${name}`])).not.toEqual([])
  await product.send(user, 'DELETE /api/auth/account', { password })
  expect(await findInFiles(product.folder, tracesOf({ email, usernames, others: [] }))).toEqual([])
  expect(await signUp({ username, email })).toBe(201)
})
