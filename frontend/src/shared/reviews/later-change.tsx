// Says in a sentence who did what to a project, and when: "Ines Duarte approved it 2 min ago."

import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import { formatScore } from '../format/format-score.ts'
import { useNameOf } from '../people/people.tsx'
import { ownUserId } from '../session/session.ts'
import { Time } from '../ui/display/time.tsx'
import { t } from '../i18n/t.ts'

type Told = Pick<LaterChange, 'what' | 'by' | 'byName' | 'byUsername' | 'at' | 'average'>

/** The person who changed or reviewed a project. */
export const authorOf = ({ by, byName, byUsername }: Pick<Told, 'by' | 'byName' | 'byUsername'>) => ({
  id: by,
  name: byName,
  username: byUsername,
})

export const LaterChangeSentence = ({ change }: { change: Told }) => {
  const { what, by, at, average } = change
  const values = {
    name: useNameOf()(authorOf(change)),
    time: () => <Time at={at} />,
  }
  const isOwn = by === ownUserId()
  switch (what) {
    case 'approved':
      return isOwn
        ? t.rich('reviews.youApproved', { time: values.time })
        : t.rich('reviews.approvedBy', values)
    case 'rejected':
      return isOwn
        ? t.rich('reviews.youRejected', { time: values.time })
        : t.rich('reviews.rejectedBy', values)
    case 'rated':
      return t.rich('reviews.ratedBy', { ...values, score: formatScore(average ?? 0) })
    case 'revised':
      return t.rich('reviews.revisedBy', values)
  }
}
