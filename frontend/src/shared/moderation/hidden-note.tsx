import type { HiddenText } from '@thirty/contracts/community/hidden-texts-api.ts'
import { formatName } from '../format/format-name.ts'
import { Time } from '../ui/display/time.tsx'
import { t } from '../i18n/t.ts'
import css from './moderation.module.css'

/** Says that a text is hidden, and why: to its author, and to moderators also by whom. */
export const HiddenNote = ({ hidden: { by, at, reason } }: { hidden: HiddenText }) => {
  const time = () => <Time at={at} />
  return (
    <p className={css.note}>
      <span>
        {by === undefined
          ? t.rich('moderation.hiddenOwn', { time })
          : t.rich('moderation.hiddenBy', { name: () => <bdi>{formatName(by)}</bdi>, time })}
      </span>{' '}
      <span className={css.reason} dir="auto">
        {reason}
      </span>
    </p>
  )
}
