import type { ReactNode } from 'react'
import type { LaterChange } from '@thirty/contracts/api/projects/later-changes.ts'
import { formatName } from '../format/format-name.ts'
import { formatScore } from '../format/format-score.ts'
import { ownUserId } from '../session/session.ts'
import { Time } from '../ui/display/time.tsx'
import { t } from './messages/t.ts'

type Told = Pick<LaterChange, 'what' | 'by' | 'byName' | 'at' | 'average'>

/** Says in a sentence who did what to a project, and when: "Ines Duarte approved it 2 min ago." */
export const LaterChangeSentence = ({
  change: { what, by, byName: name, at, average },
}: {
  change: Told
}) => {
  const values = {
    name: formatName(name),
    bdi: (text: ReactNode) => <bdi>{text}</bdi>,
    time: () => <Time at={at} />,
  }
  const isOwn = by === ownUserId()
  switch (what) {
    case 'approved':
      return isOwn ? t.rich('youApproved', { time: values.time }) : t.rich('approvedBy', values)
    case 'rejected':
      return isOwn ? t.rich('youRejected', { time: values.time }) : t.rich('rejectedBy', values)
    case 'rated':
      return t.rich('ratedBy', { ...values, score: formatScore(average ?? 0) })
    case 'revised':
      return t.rich('revisedBy', values)
  }
}
