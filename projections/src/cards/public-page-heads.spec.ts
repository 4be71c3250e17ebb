import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { certificateFacts, participantFacts, projectFacts } from '@thirty/projections/testing/card-facts.ts'
import { expect, test, vi } from 'vitest'
import type { CardFacts } from './facts.ts'
import { publicPageHeads } from './public-page-heads.ts'

const facts: CardFacts = {
  project: async (id) =>
    id === 'r1' || id === 'frozen'
      ? {
          ...projectFacts,
          owner: { name: 'Maya' },
          description: 'x'.repeat(5_000),
          isFrozen: id === 'frozen',
        }
      : undefined,
  participant: async () => undefined,
  certificate: async () => undefined,
}

test('a shared project says its title, day, owner and rating, in a sentence of bounded length', async () => {
  for (const path of ['/project/r1', '/projects/r1/ratings', '/admin/rate-project/r1']) {
    const head = await publicPageHeads(facts)({ path, language: 'en' }, async () => undefined)
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
  const headWith = (newest: string | null) =>
    publicPageHeads({ ...facts, participant: async () => ({ ...participantFacts, name: 'Ada', newest }) })(
      { path: '/admin/users/ada/projects', language: 'en' },
      async () => undefined,
    )
  const thumbnail = { src: '/uploads/a-small.webp', srcSet: '/uploads/a-small.webp 640w' }
  expect(await headWith('r1')).toMatchObject({ title: 'Ada · Thirty', mainImage: thumbnail })
  for (const newest of [null, 'rejected since']) {
    const head = await headWith(newest)
    expect(head).toMatchObject({ title: 'Ada · Thirty' })
    expect(head).not.toHaveProperty('mainImage')
  }
})

test.each(['/project/unknown', '/u/nobody', '/certificates/forged', '/project/%E0%A4', '/dashboard', '/'])(
  '%s keeps the head of the product',
  async (path) =>
    expect(await publicPageHeads(facts)({ path, language: 'en' }, async () => undefined)).toBeUndefined(),
)

test('the page of a certificate counts as a request for the certificate', async () => {
  const beforeLookup = vi.fn<(limit: string) => Promise<void>>(async () => undefined)
  for (const path of ['/certificates/c', '/u/ada', '/project/r1'])
    await publicPageHeads(facts)({ path, language: 'en' }, beforeLookup)
  expect(beforeLookup.mock.calls).toEqual([['certificate'], ['card'], ['card']])
})

test('a page is looked up only within the limit, and other pages do not count', async () => {
  const beforeLookup = vi.fn<() => Promise<void>>(async () => {
    throw new Error('over the limit')
  })
  await expect(publicPageHeads(facts)({ path: '/project/r1', language: 'en' }, beforeLookup)).rejects.toThrow(
    'over the limit',
  )
  await publicPageHeads(facts)({ path: '/leaderboard', language: 'en' }, beforeLookup)
  expect(beforeLookup).toHaveBeenCalledOnce()
})

const certificate = { ...certificateFacts, name: 'Maya', rank: 2 }
const allFacts: CardFacts = {
  ...facts,
  participant: async (id) => ({
    ...participantFacts,
    id,
    ...(id === 'same-name' ? { name: 'Deleted participant' } : standIn('deletedPerson', 'name')),
    points: 1_024.5,
    days: [1, 2],
    isFrozen: id === 'frozen',
  }),
  certificate: async (code) =>
    code === 'ended'
      ? { ...certificate, ended: { at: certificate.completedAt, day: 3, reason: 'rejected' } }
      : certificate,
}

const pictures: Record<string, string> = {
  project: '/api/cards/projects',
  u: '/api/cards/users',
  certificates: '/api/cards/certificates',
}

test.each([
  ['/project/r1', 'en', 'Tomato clock · Day 12 · Thirty', /^By Maya. Rated 4.4 of 5. x+…$/],
  ['/project/r1', 'de', 'Tomato clock · Tag 12 · Thirty', /^Von Maya. Mit 4,4 von 5 bewertet. x+…$/],
  ['/u/ada', 'de', 'Gelöschtes Konto · Thirty', /^Platz 3 mit 1.024,5 Punkten und 2 von 30 Projekten.$/],
  ['/u/same-name', 'de', 'Deleted participant · Thirty', /^Platz 3/],
  ['/u/ada', 'en', 'Deleted participant · Thirty', /^Rank 3 with 1,024.5 points and 2 of 30 projects.$/],
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
    const head = await publicPageHeads(allFacts)({ path, language }, async () => undefined)
    const [, kind = '', id] = path.split('/')
    const image = `${pictures[kind]}/${id}${language === 'de' ? '?language=de' : ''}`
    expect(head).toMatchObject({ title, image, description: expect.stringMatching(said) })
  },
)
