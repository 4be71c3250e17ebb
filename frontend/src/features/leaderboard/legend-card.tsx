import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { t } from './messages/t.ts'
import css from './leaderboard-screen.module.css'

/** Explains the strips of thirty days. */
export const LegendCard = () => (
  <Card as="section">
    <CardTitle>{t('readingTheStrip')}</CardTitle>
    <div className={css.legend}>
      <StripLegend />
    </div>
  </Card>
)
