// Says for each submission that was not decided why not: who was first and when, or what its participant did.

import type { ReactNode } from 'react'
import type { ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { People } from '../../../shared/people/people.tsx'
import { authorOf, LaterChangeSentence } from '../../../shared/reviews/later-change.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './outcomes-dialog.module.css'

export type NamedOutcome = { projectName: string; outcome: ReviewOutcome }

type OutcomesDialogProps = { outcomes: readonly NamedOutcome[]; onClose: () => void }

export const OutcomesDialog = ({ outcomes, onClose }: OutcomesDialogProps) => (
  <Dialog onClose={onClose} title={t('adminSubmissions.eachTitle')}>
    <People of={outcomes.flatMap(({ outcome }) => changeIn(outcome) ?? []).map(authorOf)}>
      <ul className={css.list}>
        {outcomes.map(({ projectName, outcome }) => (
          <li key={outcome.projectId}>
            <strong dir="auto">{formatProjectName(projectName)}</strong>
            <span>{explanation(outcome)}</span>
          </li>
        ))}
      </ul>
    </People>
  </Dialog>
)

/** The review or the revision that came first. */
const changeIn = (outcome: ReviewOutcome) =>
  outcome.outcome === 'already-reviewed'
    ? outcome.review
    : outcome.outcome === 'revised'
      ? outcome.change
      : undefined

function explanation(outcome: ReviewOutcome): ReactNode {
  switch (outcome.outcome) {
    case 'already-reviewed': {
      const { status: what, ...change } = outcome.review
      return <LaterChangeSentence change={{ what, ...change }} />
    }
    case 'revised':
      return <LaterChangeSentence change={outcome.change} />
    case 'withdrawn':
      return t('adminSubmissions.withdrawnOne')
    case 'not-found':
      return t('adminSubmissions.gone')
    case 'conflict-of-interest':
      return t('adminSubmissions.ofInterestOne')
    case 'conflict':
      return t('adminSubmissions.conflictOne')
    case 'reviewed':
      return null
  }
}
