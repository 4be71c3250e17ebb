import { Card } from '../../shared/ui/display/card.tsx'
import { t } from './messages/t.ts'
import css from './judging-screen.module.css'

/** How the figures of this page are calculated; the same as decision 0099 and `normalised-score.ts`. */
export const HowCard = () => (
  <Card as="section" padding="large" className={css.card} aria-label={t('how')}>
    <details>
      <summary className={css.summary}>{t('how')}</summary>
      <div className={css.how}>
        <p>{t('howScale')}</p>
        <p>{t('howScore')}</p>
        <p>{t('howShrinkage')}</p>
        <p>{t('howStandings')}</p>
        <p>{t('howBias')}</p>
      </div>
    </details>
  </Card>
)
