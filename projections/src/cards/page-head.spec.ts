import { expect, test, vi } from 'vitest'
import type { CardFacts } from './facts.ts'
import { pageHeads } from './page-head.ts'

const facts: CardFacts = {
  project: async (id) =>
    id === 'r1'
      ? {
          title: 'Tomato clock',
          owner: 'Maya',
          day: 12,
          description: 'x'.repeat(5_000),
          image: 'a.webp',
          averageRating: 4.4,
          ratingCount: 3,
        }
      : undefined,
  participant: async () => undefined,
  certificate: async () => undefined,
}

test('a shared project says its title, day, owner and rating, in a sentence of bounded length', async () => {
  for (const path of ['/project/r1', '/projects/r1/ratings']) {
    const head = await pageHeads(facts)(path, async () => undefined)
    expect(head).toMatchObject({
      site: 'Thirty',
      title: 'Tomato clock · Day 12 · Thirty',
      image: '/api/cards/projects/r1',
    })
    expect(head?.description).toMatch(/^By Maya. Rated 4.4 of 5. x+…$/)
    expect(head?.description.length).toBeLessThanOrEqual(200)
  }
})

test.each(['/project/unknown', '/u/nobody', '/certificates/forged', '/project/%E0%A4', '/dashboard', '/'])(
  '%s keeps the head of the product',
  async (path) => expect(await pageHeads(facts)(path, async () => undefined)).toBeUndefined(),
)

test('the page of a certificate counts as a request for the certificate', async () => {
  const beforeLookup = vi.fn<(limit: string) => Promise<void>>(async () => undefined)
  for (const path of ['/certificates/c', '/u/ada', '/project/r1']) await pageHeads(facts)(path, beforeLookup)
  expect(beforeLookup.mock.calls).toEqual([['certificate'], ['card'], ['card']])
})

test('a page is looked up only within the limit, and other pages do not count', async () => {
  const beforeLookup = vi.fn<() => Promise<void>>(async () => {
    throw new Error('over the limit')
  })
  await expect(pageHeads(facts)('/project/r1', beforeLookup)).rejects.toThrow('over the limit')
  await pageHeads(facts)('/leaderboard', beforeLookup)
  expect(beforeLookup).toHaveBeenCalledOnce()
})
