// The scoring in force, who changed to it, and the button that undoes the change.

import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './what-if-screen.module.css'

type Scoring = NonNullable<WhatIfResponse['inForce']['before']>

/** The formula, and what else counts, in words. */
export const ScoringWords = ({ scoring: { weights, normalised, excluded } }: { scoring: Scoring }) => (
  <p>
    <strong>{t('common.formula', weights)}</strong>
    {normalised && <span> {t('whatIf.withNormalised')}</span>}
    {excluded.length > 0 && <span> {t('whatIf.withExcluded', { count: excluded.length })}</span>}
  </p>
)

type InForceCardProps = { inForce: WhatIfResponse['inForce']; onUndo: () => void }

export const InForceCard = ({ inForce, onUndo }: InForceCardProps) => {
  const { changedAt, changedBy, reason, before } = inForce
  return (
    <SectionCard title={t('whatIf.history')} padding="medium" className={layout.stack16}>
      <ScoringWords scoring={inForce} />
      {changedAt === null ? (
        <p className={css.quiet}>{t('serverTexts.scoringNeverChanged')}</p>
      ) : (
        <p className={css.quiet} dir="auto">
          {t.rich('whatIf.changedBy', {
            name: changedBy ?? '',
            reason: reason ?? '',
            time: () => <Time at={changedAt} />,
          })}
        </p>
      )}
      {before !== null && (
        <Allowed to="run-challenge">
          <p>
            <Button onClick={onUndo}>{t('whatIf.undo')}</Button>
          </p>
        </Allowed>
      )}
    </SectionCard>
  )
}
