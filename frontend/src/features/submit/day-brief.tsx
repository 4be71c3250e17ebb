// The brief of the day that is chosen in the form, in short: a card beside the form, or on phones a button that opens it.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { ArrowRight, FileText } from 'lucide-react'
import { useState } from 'react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './submit.module.css'
import { Difficulty } from '../../shared/ui/display/difficulty.tsx'

export const DayBrief = ({ day }: { day: number }) => (
  <Card as="section">
    <CardTitle>{t('submit.briefForDay', { day })}</CardTitle>
    <DayRequirements day={day} />
    <Link to={paths.briefOfDay(day)} className={css.more}>
      {t('submit.openFullBrief')}
      <ArrowRight aria-hidden="true" size={16} />
    </Link>
  </Card>
)

/** Opens the brief in a dialog, for phones. */
export const DayBriefButton = ({ day }: { day: number }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={css.more} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FileText aria-hidden="true" size={16} />
        {t('submit.briefForDay', { day })}
      </button>
      {open && (
        <Dialog
          onClose={() => setOpen(false)}
          placement="sheet"
          title={t('submit.briefForDay', { day })}
          description={challengeBrief(day).description}
        >
          <DayRequirements day={day} />
        </Dialog>
      )}
    </>
  )
}

/** Title, difficulty and requirements of a day. */
const DayRequirements = ({ day }: { day: number }) => {
  const { title, difficulty, requirements } = challengeBrief(day)
  return (
    <>
      <p className={css.briefHead}>
        <strong>{title}</strong>
        <Difficulty level={difficulty} />
      </p>
      <ul className={css.requirements}>
        {requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
    </>
  )
}
