import type { ScoringInForce } from '@thirty/contracts/leaderboard/changed-scoring-api.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './leaderboard-screen.module.css'

/** Explains the strips of thirty days, and how points are computed. `scoring` is missing if no admin has changed it. */
export const LegendCard = ({ scoring }: { scoring: ScoringInForce | undefined }) => (
  <SectionCard title={t('leaderboard.readingTheStrip')} padding="medium">
    <div className={css.legend}>
      <StripLegend />
    </div>
    <div className={css.scoring}>
      <h3>{t('common.scoring')}</h3>
      <p>{t('common.formula', scoring?.weights ?? defaultScoring.weights)}</p>
      {scoring?.normalised && <p>{t('leaderboard.normalisedRatings')}</p>}
      {scoring && (
        <p className={words.soft}>
          {t.rich('leaderboard.scoringChanged', { time: () => <Time at={scoring.changedAt} exact="date" /> })}
        </p>
      )}
    </div>
  </SectionCard>
)
