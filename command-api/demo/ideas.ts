// The texts of the demo, chosen from `content.json`: of its projects, and of the feedback in ratings.

import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import content from './content.json' with { type: 'json' }
import { seededRandom, pick } from './seeded-random.ts'

const { ideas, languages, frameworks, praise, advice } = content

/** Number of days that have ideas. */
export const demoDays = ideas.length

/** Returns the content of a project for a day. The same seed gives the same content. */
export function ideaFor(
  day: number,
  { fullName, username }: { fullName: string; username: string },
  seed: number,
) {
  const random = seededRandom(seed)
  const { name: idea, description } = pick(ideas[day - 1] ?? [], random)
  const [firstName] = fullName.split(' ')
  const brief = challengeBriefs[day - 1]?.title.toLowerCase()
  // Half of the projects carry the name of their owner.
  const projectName = random() < 0.5 ? idea : `${firstName}’s ${brief}`
  const slug = idea.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const framework = pick(frameworks, random)
  return {
    projectName,
    description,
    languages: pick(languages, random),
    ...(framework !== '' && { frameworks: framework }),
    liveLink: `https://${slug}.${username.replaceAll('_', '-')}.example`,
    repoLink: `https://git.example/${username}/${slug}`,
  }
}

/** Returns feedback that fits an average. */
export function feedbackFor(average: number, random: () => number): string {
  if (average >= 4.6) return pick(praise, random)
  if (average >= 3.2) return `${pick(praise, random)} ${pick(advice, random)}`
  return `A start. ${pick(advice, random)}`
}
