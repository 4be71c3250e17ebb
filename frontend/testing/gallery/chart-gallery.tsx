import type { ComponentType, ReactNode } from 'react'
import layout from '../../src/shared/styles/layout.module.css'
import { CriteriaBars } from '../../src/shared/charts/ratings/criteria-bars.tsx'
import { CriteriaRadar } from '../../src/shared/charts/ratings/criteria-radar.tsx'
import type { DayMark } from '../../src/shared/charts/days/day-mark.ts'
import { HeatStrip } from '../../src/shared/charts/days/heat-strip.tsx'
import { Podium } from '../../src/shared/charts/ranks/podium.tsx'
import { RankSparkline } from '../../src/shared/charts/ranks/rank-sparkline.tsx'
import { RankOverTime } from '../../src/shared/charts/ranks/rank-over-time.tsx'
import { RatingDistribution } from '../../src/shared/charts/ratings/rating-distribution.tsx'
import { ChallengeRoute } from '../../src/shared/charts/days/challenge-route.tsx'
import { StripLegend } from '../../src/shared/charts/days/strip-legend.tsx'
import { SubmissionsPerDay } from '../../src/shared/charts/submissions/submissions-per-day.tsx'
import { ThirtyBarsBackdrop } from '../../src/shared/charts/days/thirty-bars-backdrop.tsx'
import { Card, CardTitle } from '../../src/shared/ui/display/card.tsx'
import css from './gallery.module.css'

type GalleryProps = { Section: ComponentType<{ title: string; children: ReactNode }> }

const scores = [4.6, 4.7, 4.8, 4.5, 4.9, 0, 4.6, 4.7, 3.9, 4.6, 3.4, 4.5, 4.1, 0, 4.2, 4.8, 3.1, 0]
const levels = [
  1, 1, 1, 1, 1, 2, 1, 1, 2, 2, 2, 2, 2, 3, 2, 2, 2, 1, 3, 3, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3,
] as const
const stateByDay: Record<number, DayMark['state']> = {
  6: 'missed',
  14: 'rejected',
  18: 'unrated',
  19: 'today-done',
}

const days: DayMark[] = levels.map((difficulty, index) => {
  const day = index + 1
  const state = stateByDay[day] ?? (day > 19 ? 'to-come' : 'scored')
  return {
    day,
    state,
    difficulty,
    title: `Brief ${day}`,
    ...(state === 'scored' && { score: scores[index] }),
  }
})

const values = { functionality: 4.7, design: 4.3, innovation: 4.7, codeQuality: 4.3, completeness: 4 }
const average = { functionality: 4, design: 3.9, innovation: 3.8, codeQuality: 4, completeness: 3.7 }

const names = [
  'Kenji',
  'Amara',
  'Rafael',
  'Leila',
  'Mei-Ling',
  'Sofia',
  'Tomasz',
  'Jonas',
  'Maya',
  'Zanele',
  'Malik',
]
const rankHistories = names.map((name, index) => ({
  id: name,
  name,
  isLeader: index === 0,
  isYou: name === 'Maya',
  ranks: Array.from({ length: 10 }, (_, day) => ((index + (9 - day) * (index % 3)) % names.length) + 1),
}))

const perDay = levels.slice(0, 19).map((level, index) => ({
  day: index + 1,
  approved: 40 + level * 12,
  pending: index === 18 ? 41 : 2,
  rejected: index % 4,
}))

export const ChartGallery = ({ Section }: GalleryProps) => (
  <Section title="Charts">
    <div data-field className={layout.fieldPlate}>
      <ChallengeRoute days={days} hrefOf={(day) => `#day-${day}`} />
    </div>
    <Card>
      <ChallengeRoute days={days} />
    </Card>
    <Card className={css.stack}>
      {(['xs', 's', 'm', 'l', 'xl'] as const).map((size) => (
        <HeatStrip key={size} days={days} size={size} personName="Leila Haddad" />
      ))}
      <StripLegend />
    </Card>
    <div className={css.columns}>
      <Card>
        <CardTitle end="Top 10">Rank over time</CardTitle>
        <RankOverTime people={rankHistories} days={[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]} />
        <RankSparkline ranks={[1, 1, 4, 9, 10, 9, 8, 7, 8, 9]} label="Your rank over ten days" />
      </Card>
      <Card className={css.stack}>
        <CriteriaRadar values={values} average={{ day: 17, values: average }} />
        <CriteriaBars values={values} average={average} />
      </Card>
      <Card>
        <RatingDistribution counts={[12, 5, 2, 0, 1]} />
        <CriteriaBars small values={values} />
      </Card>
    </div>
    <Card>
      <SubmissionsPerDay days={perDay} today={19} />
    </Card>
    <div data-field className={css.columns}>
      <Podium
        places={[
          { id: 'u1', name: 'Kenji Watanabe', points: 173.2 },
          { id: 'u2', name: 'Amara Okafor', points: 170.4 },
          null,
        ]}
      />
    </div>
    <div data-field>
      <ThirtyBarsBackdrop days={days} numbers />
    </div>
  </Section>
)
