import { productName } from '@thirty/contracts/product.ts'
import type { LimitName } from '@thirty/contracts/rules/limits.ts'
import type { PageHead } from '@thirty/infra/http/page-head.ts'
import type { CardFacts } from './facts.ts'

type Head = Omit<PageHead, 'site'>

const maxDescription = 200

/**
 * Returns a function that returns the head of a page; `undefined` for pages about nothing that everybody may see. `beforeLookup` is
 * called with the name of a limit for pages that need one, and may throw to refuse it.
 */
export function pageHeads(
  facts: CardFacts,
): (path: string, beforeLookup: (limit: LimitName) => Promise<void>) => Promise<PageHead | undefined> {
  const heads: readonly [RegExp, LimitName, (id: string) => Promise<Head | undefined>][] = [
    [/^\/project\/([^/]+)$/, 'card', (id) => projectHead(facts, id)],
    [/^\/projects\/([^/]+)\/ratings$/, 'card', (id) => projectHead(facts, id)],
    [/^\/u\/([^/]+)$/, 'card', (id) => participantHead(facts, id)],
    [/^\/certificates\/([^/]+)$/, 'certificate', (code) => certificateHead(facts, code)],
  ]
  return async (path, beforeLookup) => {
    for (const [pattern, limit, head] of heads) {
      const id = pattern.exec(path)?.[1]
      if (id === undefined) continue
      await beforeLookup(limit)
      const found = await head(decoded(id))
      return found && { site: productName, ...found }
    }
    return undefined
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // No id has this form.
    return ''
  }
}

async function projectHead(facts: CardFacts, id: string): Promise<Head | undefined> {
  const project = await facts.project(id)
  if (project === undefined) return undefined
  const { title, owner, day, description, averageRating, ratingCount } = project
  const rating = ratingCount === 0 ? '' : ` Rated ${averageRating.toFixed(1)} of 5.`
  return {
    title: `${title} · Day ${day} · ${productName}`,
    description: shortened(`By ${owner}.${rating} ${description}`),
    image: `/api/cards/projects/${encodeURIComponent(id)}`,
  }
}

async function participantHead(facts: CardFacts, id: string): Promise<Head | undefined> {
  const participant = await facts.participant(id)
  if (participant === undefined) return undefined
  const { name, rank, points, days } = participant
  return {
    title: `${name} · ${productName}`,
    description: `Rank ${rank} with ${points.toFixed(1)} points and ${days.length} of 30 projects.`,
    image: `/api/cards/users/${encodeURIComponent(id)}`,
  }
}

async function certificateHead(facts: CardFacts, code: string): Promise<Head | undefined> {
  const certificate = await facts.certificate(code)
  if (certificate === undefined) return undefined
  const { name, points, rank, ended } = certificate
  return {
    title: `Certificate of ${name} · ${productName}`,
    description:
      ended === null
        ? `Completed the 30-day coding challenge with ${points.toFixed(1)} points, rank ${rank}.`
        : 'This certificate is no longer valid.',
    image: `/api/cards/certificates/${encodeURIComponent(code)}`,
  }
}

const shortened = (text: string): string =>
  text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).trimEnd()}…`
