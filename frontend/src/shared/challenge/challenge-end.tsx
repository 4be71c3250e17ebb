import { formatChallengeEnd } from '../format/format-challenge-end.ts'
import { formatFullDate } from '../format/format-time.ts'
import { FullText } from '../ui/controls/full-text.tsx'
import { useNow } from '../ui/use-now.ts'

type ChallengeEndProps = {
  /** ISO time. */
  endsAt: string
  ended: boolean
  timeZone: string
  /** Says until when projects are accepted, rather than when the challenge ends. */
  forSubmissions?: boolean
}

/** One sentence that says when the challenge ends, or that it has. */
export const ChallengeEnd = ({ endsAt, ended, timeZone, forSubmissions = false }: ChallengeEndProps) => {
  const now = useNow(60_000)
  const { when, until } = formatChallengeEnd(endsAt, timeZone, now)
  const isUntil = forSubmissions && !ended
  const begin = ended ? 'The challenge ended' : isUntil ? 'Projects are accepted until' : 'The challenge ends'
  return (
    <>
      {begin}{' '}
      <FullText as="time" dateTime={endsAt} text={formatFullDate(Date.parse(endsAt), timeZone)}>
        {isUntil ? until : when}
      </FullText>
      .
    </>
  )
}
