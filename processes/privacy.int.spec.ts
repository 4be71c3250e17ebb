import { DatabaseSync } from 'node:sqlite'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { expect, onTestFinished, test } from 'vitest'
import { folderOfRelease } from './testing/folder-of-release.ts'
import { findInFiles, tracesOf } from './testing/personal-data.ts'
import { openStores, type StoreKind } from './testing/history-model/stores.ts'
import { password, productOfTest, type Person, type TestProduct } from './testing/product.ts'
import { multipartForm, onePixelPng, stars } from './testing/scenario.ts'

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
async function upload(product: TestProduct, token: string, path: string, field: string): Promise<string> {
  const form = multipartForm(field, onePixelPng, 'zelda_q.png')
  const { status, json, text } = await product.ask({ method: 'POST', path, token, ...form })
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
  // The schema of the response defines this type, for a project.
  return (json as { imageUrl?: string }).imageUrl ?? ''
}

/** Submits a project with a screenshot. Returns its id and the name of the screenshot's file. */
async function submitProject(product: TestProduct, { token }: Pick<Person, 'token'>, day = 3) {
  const imageUrl = await upload(product, token, '/api/uploads/project-image', 'projectImage')
  const { project } = await product.send<{ project: { _id: string } }>({ token }, 'POST /api/projects', {
    projectName: 'Wind map',
    description: 'Shows the wind of the day.',
    languages: 'TypeScript',
    liveLink: 'https://wind.example/',
    repoLink: 'https://code.example/wind',
    day,
    imageUrl,
  })
  return { id: project._id, screenshot: imageUrl.slice(imageUrl.lastIndexOf('/') + 1) }
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
  const send = (endpoint: string, body: object) => next().send(user, endpoint, body)
  await send('PUT /api/auth/profile', { username, ...profile })
  for (const _ of [1, 2]) await upload(next(), user.token, '/api/uploads/profile-image', 'profileImage')
  for (const body of [
    { emailOrUsername: misspelled, password },
    { emailOrUsername: username, password: 'Wrong-horse-7' },
  ])
    await next().ask({ method: 'POST', path: '/api/auth/login', body })
  await next().send(undefined, 'POST /api/auth/forgot-password', { email })
  const { screenshot } = await submitProject(next(), user)
  await send(`POST /api/projects/${othersProject}/comments`, { text: 'Well done' })
  await send('POST /api/ratings/submit', { projectId: othersProject, criteria: stars(4) })
  const texts = { liveLink: '', repoLink: '', description: profile.bio, languages: '', frameworks: '' }
  const draft = { version: 'version-1', replaces: [], writtenAgoMs: 0 }
  for (const projectName of ['Map of Quixote', 'Atlas of Quixote'])
    await send('PUT /api/drafts/9', { ...draft, content: { ...texts, projectName } })
  return {
    id: user._id,
    token: user.token,
    /** Name of the file of the screenshot, which stays with the project. */
    screenshot,
    deleteAccount: () => send('DELETE /api/auth/account', { password }),
  }
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
    const other = await submitProject(first, await first.participant())
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

/** Two projects of a participant: one is rejected, the other one rated, in words that contain the name, as screens fill it in. */
async function reviewByName(product: TestProduct) {
  const { participant, send } = product
  const [owner, admin, reader] = [await participant(), await product.admin(), await participant()]
  const fullName = 'Zacharias Quillfeather'
  await send(owner, 'PUT /api/auth/profile', { fullName })
  const rejected = (await submitProject(product, owner, 1)).id
  const rated = (await submitProject(product, owner, 2)).id
  const read = async (path: string, token: string | undefined = reader.token) =>
    (await product.ask({ method: 'GET', path, token })).text
  return { send, owner, admin, reader, fullName, rejected, rated, read }
}

test('the name in a reason and in feedback is shown, follows a rename, and is nowhere after the deletion', async () => {
  const product = await productOfTest()
  const { send, owner, admin, reader, fullName, rejected, rated, read } = await reviewByName(product)
  const reason = `Sorry ${fullName}, the link is dead.`
  for (const [endpoint, body, by] of [
    [`PUT /api/projects/${rejected}`, { status: 'rejected', reason }, admin],
    ['POST /api/ratings/submit', rating(rated, `Well done, ${fullName}!`), admin],
    ['POST /api/ratings/submit', rating(rated, `${fullName} rocks`), reader],
  ] as const)
    await send(by, endpoint, body)
  const places: [string, string | undefined][] = [
    [`/api/projects/${rejected}`, owner.token],
    [`/api/projects/${rejected}`, admin.token],
    ['/api/notifications', owner.token],
    ['/api/auth/export', owner.token],
    ['/api/auth/export', reader.token],
    [`/api/ratings/project/${rated}`, undefined],
    [`/api/ratings/project/${rated}/mine`, reader.token],
    ['/api/admin/audit', admin.token],
    ['/api/admin/exports/projects?format=json', admin.token],
    ['/api/admin/exports/ratings?format=json', admin.token],
  ]
  const texts = (name: string) => [`Sorry ${name}, the link`, `Well done, ${name}!`, `${name} rocks`]
  const shownIn = async (name: string) => {
    const answers = await Promise.all(places.map(([path, token]) => read(path, token)))
    return answers.map((answer, index) => [
      places[index]?.[0],
      texts(name).some((text) => answer.includes(text)),
    ])
  }
  const everywhere = places.map(([path]) => [path, true])
  expect(await shownIn(fullName)).toEqual(everywhere)
  const renamed = 'Zelda Quillfeather'
  await send(owner, 'PUT /api/auth/profile', { fullName: renamed })
  expect(await shownIn(renamed)).toEqual(everywhere)

  await send(owner, 'DELETE /api/auth/account', { password })
  expect(await findInFiles(product.folder, ['quillfeather'])).toEqual([])
  for (const [path, token] of places.filter(([, by]) => by !== owner.token))
    expect([path, (await read(path, token)).match(/quillfeather/i)]).toEqual([path, null])
  expect(await read(`/api/ratings/project/${rated}`)).toContain('Well done, Deleted participant!')
})

test('a reason and feedback of an older release are shown to nobody after the deletion', async () => {
  const product = await productOfTest()
  const { send, owner, admin, reader, fullName, rejected, rated, read } = await reviewByName(product)
  const append = (stream: string, type: string, by: string, data: object) =>
    product.append(stream, { type, version: 1, data, metadata: { run: 1, actor: by } })
  const reason = `No, ${fullName}`
  await append(`project-${rejected}`, 'ProjectRejected', admin.id, { by: admin.id, reason })
  const old = { rater: reader.id, official: true, criteria: stars(5), feedback: `Yes, ${fullName}` }
  await append(`project-${rated}`, 'ProjectRated', reader.id, old)
  const places: [string, string | undefined][] = [
    [`/api/projects/${rejected}`, admin.token],
    ['/api/auth/export', reader.token],
    [`/api/ratings/project/${rated}`, undefined],
    [`/api/ratings/project/${rated}/mine`, reader.token],
    ['/api/admin/audit', admin.token],
    ['/api/admin/exports/projects?format=json', admin.token],
    ['/api/admin/exports/ratings?format=json', admin.token],
  ]
  await expect.poll(() => read(`/api/ratings/project/${rated}`)).toContain(`Yes, ${fullName}`)
  for (const [path, token] of places)
    expect([path, (await read(path, token)).includes(`, ${fullName}`)]).toEqual([path, true])
  await send(owner, 'DELETE /api/auth/account', { password })
  for (const [path, token] of places)
    expect([path, (await read(path, token)).match(/quillfeather/i)]).toEqual([path, null])
})

const rating = (projectId: string, feedback: string) => ({ projectId, criteria: stars(5), feedback })

test('an account of the previous release keeps its names, and no file holds them after its deletion', async () => {
  const product = await productOfTest({}, folderOfRelease('release-0.1.0'))
  const email = 'person_68@people.example'
  const credentials = { emailOrUsername: email, password }
  type SignedIn = { user: { token: string; username: string } }
  const { user } = await product.send<SignedIn>(undefined, 'POST /api/auth/login', credentials)
  const { username } = user
  const signUp = (names: object) => {
    const body = { fullName: 'Somebody', password, ...names }
    return product.ask({ method: 'POST', path: '/api/auth/signup', body })
  }
  expect((await signUp({ username, email: 'new@people.example' })).status).toBe(409)
  expect((await signUp({ username: 'new_name', email: email.toUpperCase() })).status).toBe(409)

  // The name that the person had before, too.
  const traces = tracesOf({ email, usernames: ['person_68', username], others: [] })
  for (const name of ['person_68', username])
    expect(await findInFiles(product.folder, [`username-${name}`])).not.toEqual([])
  await product.send(user, 'DELETE /api/auth/account', { password })
  expect(await findInFiles(product.folder, traces)).toEqual([])
  expect((await signUp({ username, email })).status).toBe(201)
})
