// The heads of pages about projects and people: the title, description and image that other sites show when a page is shared, and the main
// image that the page shows at once. `infra/src/http/page-head.ts` fills them in. A head is public. A page whose subject does not exist, or
// is not public, keeps the head of the product, so no head reveals that a rejected project exists. Participants are found by id only, which
// visitors cannot guess. Crawlers rarely send a language, so a link that is shared from a page in another language names it
// (`?language=de`), and `og:url` and the image keep it.

import { defaultLanguage } from '@thirty/contracts/languages/languages.ts'
import { productName } from '@thirty/contracts/product.ts'
import { imagePath, imageSet } from '@thirty/contracts/images/images.ts'
import type { LimitName } from '@thirty/contracts/endpoints/limits.ts'
import { percentDecoded } from '@thirty/infra/percent-decoded.ts'
import type { PageHead } from '@thirty/infra/http/page-head.ts'
import type { CardFacts, ParticipantFacts } from '../card-facts.ts'
import { cardTextsIn, type CardTexts } from './card-texts.ts'

type Head = Omit<PageHead, 'site'>

const maxDescription = 200

/**
 * Returns a function that returns the head of a page in a language; `undefined` for pages about nothing that everybody may see.
 * `beforeLookup` is called with the name of a limit for pages that need one, and may throw to refuse it.
 */
export const publicPageHeads =
  (facts: CardFacts) =>
  async (
    { path, language }: { path: string; language: string },
    beforeLookup: (limit: LimitName) => Promise<void>,
  ): Promise<PageHead | undefined> => {
    for (const [pattern, limit, head] of heads) {
      const id = pattern.exec(path)?.[1]
      if (id === undefined) continue
      await beforeLookup(limit)
      // No id is the empty text.
      const found = await head(facts, percentDecoded(id) ?? '', cardTextsIn(language))
      return found && { site: productName, ...found }
    }
    return undefined
  }

async function projectHead(facts: CardFacts, id: string, texts: CardTexts): Promise<Head | undefined> {
  const project = await facts.project(id)
  if (project === undefined) return undefined
  const { title, owner, day, description, screenshot, averageRating, ratingCount, isFrozen } = project
  const said = { owner: texts.name(owner), description }
  const rated = { rating: averageRating, state: stateOf(isFrozen) }
  return {
    title: `${texts.text('projectTitle', { title, day })} · ${productName}`,
    description: shortened(
      ratingCount === 0 ? texts.text('projectOf', said) : texts.text('ratedProjectOf', { ...said, ...rated }),
    ),
    image: `/api/cards/projects/${encodeURIComponent(id)}${cardQuery(texts)}`,
    mainImage: { src: screenshot, srcSet: imageSet(screenshot) },
  }
}

/** The head of a participant, with the thumbnail of the newest project, which is the first that the screen shows. */
async function userProjectsHead(facts: CardFacts, id: string, texts: CardTexts): Promise<Head | undefined> {
  const participant = await facts.participant(id)
  if (participant === undefined) return undefined
  const head = headOfParticipant(participant, texts)
  const project = participant.newest === null ? undefined : await facts.project(participant.newest)
  if (project === undefined) return head
  const src = imagePath(project.image)
  return { ...head, mainImage: { src, srcSet: `${src} 640w` } }
}

async function participantHead(facts: CardFacts, id: string, texts: CardTexts): Promise<Head | undefined> {
  const participant = await facts.participant(id)
  return participant && headOfParticipant(participant, texts)
}

function headOfParticipant(participant: ParticipantFacts, texts: CardTexts): Head {
  const { id, rank, points, days, isFrozen } = participant
  return {
    title: `${texts.name(participant)} · ${productName}`,
    description: texts.text('standing', { rank, points, projects: days.length, state: stateOf(isFrozen) }),
    image: `/api/cards/users/${encodeURIComponent(id)}${cardQuery(texts)}`,
  }
}

async function certificateHead(facts: CardFacts, code: string, texts: CardTexts): Promise<Head | undefined> {
  const certificate = await facts.certificate(code)
  if (certificate === undefined) return undefined
  const { points, rank, ended, pending } = certificate
  const statement =
    rank === null
      ? texts.text('completedWithPoints', { points })
      : texts.text('completedWithRank', { points, rank })
  const valid = pending > 0 ? `${statement} ${texts.text('pendingReview', { projects: pending })}` : statement
  return {
    title: `${texts.text('certificateTitle', { name: texts.name(certificate) })} · ${productName}`,
    description: ended === null ? valid : texts.text('noLongerValid'),
    image: `/api/cards/certificates/${encodeURIComponent(code)}${cardQuery(texts)}`,
  }
}

const heads: readonly (readonly [RegExp, LimitName, typeof projectHead])[] = [
  [/^\/project\/([^/]+)$/, 'card', projectHead],
  // Two screens of admins show their first screenshot at once, too.
  [/^\/admin\/rate-project\/([^/]+)$/, 'card', projectHead],
  [/^\/admin\/users\/([^/]+)\/projects$/, 'card', userProjectsHead],
  [/^\/projects\/([^/]+)\/ratings$/, 'card', projectHead],
  [/^\/u\/([^/]+)$/, 'card', participantHead],
  [/^\/certificates\/([^/]+)$/, 'certificate', certificateHead],
]

const stateOf = (isFrozen: boolean) => (isFrozen ? 'frozen' : 'live')

const cardQuery = ({ language }: CardTexts): string =>
  language === defaultLanguage ? '' : `?language=${language}`

const shortened = (text: string): string =>
  text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).trimEnd()}…`
