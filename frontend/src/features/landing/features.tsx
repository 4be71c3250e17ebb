// The part of the landing page that shows what the product offers, each with an illustration.

import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { Plus, BookOpen, GitBranch, Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayMarks, plannedDays } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { t } from '../../shared/i18n/t.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { guideIds, guideTitles, type GuideId } from '../../shared/submissions/guides.ts'
import { AvatarStack } from '../../shared/people/people.tsx'
import { DayBadge, Difficulty } from '../../shared/ui/display/marks.tsx'
import { CriteriaBar } from '../../shared/ui/progress/slash-bars.tsx'
import { useShowcase } from './showcase.ts'
import frames from '../../shared/styles/frames.module.css'
import css from './features.module.css'

export const Features = () => (
  <section id="features" className={`${frames.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>{t.rich('landing.featuresTitle')}</h2>
      <p>{t('landing.featuresText')}</p>
    </div>
    <ul className={css.grid}>
      {features.map(([title, text, Illustration]) => (
        <li key={title} className={css.card}>
          <div className={css.picture}>
            <Illustration />
          </div>
          <div className={css.words}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

/** The route of the current leader; the planned route while there is none. */
const RouteIllustration = () => {
  const response = useShowcase()
  const day = response?.day ?? 1
  const leader = response?.rows.slice(0, 1).find(({ days }) => days.length > 0)
  return (
    <ChallengeRoute
      days={leader ? dayMarks(leader.days, day) : plannedDays(day)}
      personName={leader?.name ?? t('landing.theChallenge')}
    />
  )
}

const exampleLinks = { live: 'kanban.example.dev', repository: 'github.com/you/kanban' }

/** A drawing of the submission form: a screenshot, two links and the button. */
const SubmissionIllustration = () => (
  <div className={css.submission} aria-hidden="true">
    <svg viewBox="0 0 160 104" className={css.screenshot} data-picture>
      <rect width="160" height="104" rx="8" className={css.paper} />
      {[3, 2, 3].map((cardCount, column) => (
        <g key={column} transform={`translate(${12 + column * 47} 12)`}>
          <rect width="42" height="80" rx="5" className={css.column} />
          {Array.from({ length: cardCount }, (_, card) => (
            <g key={card} transform={`translate(4 ${8 + card * 24})`}>
              <rect width="34" height="19" rx="3" className={css.paper} />
              <rect x="4" y="5" width="20" height="3" rx="1.5" className={css.ink} />
              <rect
                x="4"
                y="11"
                width="12"
                height="3"
                rx="1.5"
                className={css[`tag${(column + card) % 3}`]}
              />
            </g>
          ))}
        </g>
      ))}
    </svg>
    <div className={css.fields}>
      <span className={css.field}>{exampleLinks.live}</span>
      <span className={css.field}>{exampleLinks.repository}</span>
      <span className={css.button}>
        <Plus size={15} />
        {t('common.submitProject')}
      </span>
    </div>
  </div>
)

/** An invented rating, captioned as an example. */
const example = [
  { label: t('common.creativity'), value: 4.8 },
  { label: t('common.functionality'), value: 4.6 },
  { label: t('common.codeQuality'), value: 4.4 },
  { label: t('landing.theme'), value: 4.2 },
] as const

const radius = 74

/** Returns the corners of a polygon for four values: top, right, bottom, left. */
const corners = (values: readonly number[]) =>
  values
    .map((value, index) => {
      const distance = (value / 5) * radius
      return [`0,${-distance}`, `${distance},0`, `0,${distance}`, `${-distance},0`][index]
    })
    .join(' ')

const RatingIllustration = () => (
  <figure className={css.rating}>
    <svg viewBox="-80 -80 160 160" className={css.diamond} aria-hidden="true" data-picture>
      {[1, 3, 5].map((ring) => (
        <polygon key={ring} points={corners([ring, ring, ring, ring])} className={css.web} />
      ))}
      <line y1={-radius} y2={radius} className={css.web} />
      <line x1={-radius} x2={radius} className={css.web} />
      <polygon points={corners(example.map(({ value }) => value))} className={css.values} />
    </svg>
    <div className={css.bars}>
      {example.map(({ label, value }) => (
        <CriteriaBar key={label} label={label} value={value} small />
      ))}
    </div>
    <figcaption className={css.caption}>{t('landing.exampleOfRating')}</figcaption>
  </figure>
)

const shownDays = 6

/** The themes of the days around today. */
const ThemesIllustration = () => {
  const today = useShowcase()?.day ?? 1
  const first = Math.min(challengeBriefs.length - shownDays, Math.max(0, today - 3))
  return (
    <ul className={css.themes}>
      {challengeBriefs.slice(first, first + shownDays).map(({ day, title, difficulty }) => (
        <li key={day} data-today={day === today || undefined}>
          <DayBadge day={day} today={day === today} short />
          <strong>{title}</strong>
          <Difficulty level={difficulty} />
        </li>
      ))}
    </ul>
  )
}

/** The people at the top of the leaderboard, and an example of a question with its reply. */
const CommunityIllustration = () => {
  const rows = useShowcase()?.rows.slice(0, 6) ?? []
  const people = rows.map(({ id, name, avatar }) => ({ id, name, image: avatar }))
  return (
    <div className={css.community} aria-hidden="true">
      {people.length > 0 && <AvatarStack people={people} />}
      <p className={css.said}>{t('landing.exampleQuestion')}</p>
      <p className={css.answered}>{t('landing.exampleReply')}</p>
    </div>
  )
}

const guideIcons: Record<GuideId, ReactNode> = {
  'live-link': <BookOpen />,
  repository: <GitBranch />,
  screenshot: <Image />,
}

/** Links to the guides, in the place of an illustration of the landing page. */
const DocumentationIllustration = () => (
  <ul className={css.guides}>
    {guideIds.map((id) => (
      <li key={id}>
        <Link to={paths.guide(id)}>
          <span aria-hidden="true">{guideIcons[id]}</span>
          {guideTitles[id]}
        </Link>
      </li>
    ))}
  </ul>
)

const features = [
  [t('landing.overview'), t('landing.overviewText'), RouteIllustration],
  [t('landing.submission'), t('landing.submissionText'), SubmissionIllustration],
  [t('landing.rating'), t('landing.ratingText'), RatingIllustration],
  [t('landing.themes'), t('landing.themesText'), ThemesIllustration],
  [t('landing.community'), t('landing.communityText'), CommunityIllustration],
  [t('common.documentation'), t('landing.documentationText'), DocumentationIllustration],
] as const
