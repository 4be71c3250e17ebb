// Previews the project card from the values of the form.

import { formatProjectName } from '../../shared/format/format-name.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { Chips, StatusBadge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import { ReadMore } from '../../shared/ui/display/read-more.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import type { Draft } from './drafts/draft.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './submit.module.css'

export const CardPreview = ({ draft, day }: { draft: Draft; day: number }) => {
  const today = useCurrentDay((challenge) => challenge.day)
  const name = formatProjectName(draft.projectName.trim()) || t('submit.yourProject')
  return (
    <section className={css.preview}>
      <h2>{t('submit.howItWillLook')}</h2>
      <Card padding="none" className={css.card ?? ''}>
        <Screenshot src={draft.screenshot?.thumbnailUrl} projectName={name} />
        <div className={css.cardText}>
          <div className={css.cardHead}>
            <DayBadge day={day} today={day === today} />
            <StatusBadge status="submitted" />
          </div>
          <h3 dir="auto">{name}</h3>
          <div className={css.description}>
            <ReadMore text={draft.description.trim() || t('submit.yourDescription')} subject={name} />
          </div>
          <Chips
            text={[draft.languages, draft.frameworks].filter(Boolean).join(', ')}
            label={t('common.madeWith')}
          />
        </div>
      </Card>
    </section>
  )
}
