import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { certificateFacts, participantFacts, projectFacts } from '@thirty/projections/testing/card-facts.ts'
import { expect, test, vi } from 'vitest'
import type { CardFacts } from '../card-facts.ts'
import { publicPageHeads } from './public-page-heads.ts'

const project = { ...projectFacts, owner: { name: 'Maya' }, description: 'x'.repeat(5_000) }
const participant = { ...participantFacts, points: 1_024.5, days: [1, 2] }
const certificate = { ...certificateFacts, name: 'Maya', rank: 2 }
const deleted = { ...participant, ...standIn('deletedPerson', 'name') }
const known: { [Kind in keyof CardFacts]: Record<string, Awaited<ReturnType<CardFacts[Kind]>>> } = {
  project: { r1: project, frozen: { ...project, isFrozen: true } },
  participant: {
    ada: { ...participant, name: 'Ada', newest: 'r1' },
    rejected: { ...participant, name: 'Ada', newest: 'rejected since' },
    none: { ...participant, name: 'Ada', newest: null },
    deleted,
    'same-name': { ...participant, name: 'Deleted participant' },
    frozen: { ...deleted, isFrozen: true },
  },
  certificate: {
    c: certificate,
    ended: { ...certificate, ended: { at: certificate.completedAt, day: 3, reason: 'rejected' } },
  },
}
const heads = publicPageHeads({
  project: async (id) => known.project[id],
  participant: async (id) => known.participant[id],
  certificate: async (code) => known.certificate[code],
})
const headOf = (path: string, language = 'en') => heads({ path, language }, async () => undefined)

test('a shared project says its title, day, owner and rating, in a sentence of bounded length', async () => {
  for (const path of ['/project/r1', '/projects/r1/ratings', '/admin/rate-project/r1']) {
    const head = await headOf(path)
    expect(head).toMatchObject({
      site: 'Thirty',
      title: 'Tomato clock · Day 12 · Thirty',
      image: '/api/cards/projects/r1',
      mainImage: { src: '/uploads/a.webp', srcSet: '/uploads/a-small.webp 640w, /uploads/a.webp 1600w' },
    })
    expect(head?.description).toMatch(/^By Maya. Rated 4.4 of 5. x+…$/)
    expect(head?.description.length).toBeLessThanOrEqual(200)
  }
})

test('the page with the projects of a participant has the thumbnail of the newest, if it counts', async () => {
  const mainImage = { src: '/uploads/a-small.webp', srcSet: '/uploads/a-small.webp 640w' }
  expect(await headOf('/admin/users/ada/projects')).toMatchObject({ title: 'Ada · Thirty', mainImage })
  for (const user of ['rejected', 'none']) {
    const head = await headOf(`/admin/users/${user}/projects`)
    expect(head).toMatchObject({ title: 'Ada · Thirty' })
    expect(head).not.toHaveProperty('mainImage')
  }
})

test.each(['/project/unknown', '/u/nobody', '/certificates/forged', '/project/%E0%A4', '/dashboard', '/'])(
  '%s keeps the head of the product',
  async (path) => expect(await headOf(path)).toBeUndefined(),
)

test('a page is looked up only within the limit, that of a certificate as a request for it, and other pages do not count', async () => {
  const beforeLookup = vi.fn<(limit: string) => Promise<void>>(async () => {
    throw new Error('over the limit')
  })
  const lookUp = (path: string) => heads({ path, language: 'en' }, beforeLookup)
  for (const path of ['/certificates/c', '/u/ada', '/project/r1'])
    await expect(lookUp(path)).rejects.toThrow('over the limit')
  await lookUp('/leaderboard')
  expect(beforeLookup.mock.calls).toEqual([['certificate'], ['card'], ['card']])
})

const pictures: Record<string, string> = {
  project: '/api/cards/projects',
  u: '/api/cards/users',
  certificates: '/api/cards/certificates',
}

test.each([
  ['/project/r1', 'en', 'Tomato clock · Day 12 · Thirty', /^By Maya. Rated 4.4 of 5. x+…$/],
  ['/project/r1', 'de', 'Tomato clock · Tag 12 · Thirty', /^Von Maya. Mit 4,4 von 5 bewertet. x+…$/],
  ['/u/deleted', 'de', 'Gelöschtes Konto · Thirty', /^Platz 3 mit 1.024,5 Punkten und 2 von 30 Projekten.$/],
  ['/u/same-name', 'de', 'Deleted participant · Thirty', /^Platz 3/],
  ['/u/deleted', 'en', 'Deleted participant · Thirty', /^Rank 3 with 1,024.5 points and 2 of 30 projects.$/],
  ['/u/frozen', 'en', 'Deleted participant · Thirty', /of 30 projects, frozen until the reveal\.$/],
  ['/u/frozen', 'de', 'Gelöschtes Konto · Thirty', /von 30 Projekten, bis zur Enthüllung eingefroren\.$/],
  ['/project/frozen', 'en', 'Tomato clock · Day 12 · Thirty', /Rated 4\.4 of 5, frozen until the reveal\. x/],
  ['/project/frozen', 'de', 'Tomato clock · Tag 12 · Thirty', /bewertet, bis zur Enthüllung eingefroren\. x/],
  ['/certificates/c', 'de', 'Zertifikat von Maya · Thirty', /abgeschlossen, mit 187,5 Punkten auf Platz 2.$/],
  ['/certificates/ended', 'de', 'Zertifikat von Maya · Thirty', /^Dieses Zertifikat gilt nicht mehr.$/],
  ['/certificates/c', 'en-XA', 'Certificate of Maya · Thirty', /with 187.5 points, rank 2.$/],
])(
  '%s says in %s what it is about, and has the picture of that language',
  async (path, language, title, said) => {
    const [, kind = '', id] = path.split('/')
    const image = `${pictures[kind]}/${kind === 'u' ? participant.id : id}${language === 'de' ? '?language=de' : ''}`
    const description = expect.stringMatching(said)
    expect(await headOf(path, language)).toMatchObject({ title, image, description })
  },
)
