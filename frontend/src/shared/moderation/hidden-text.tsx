// A text that moderators hide from everybody but its author: what says so, and the button that hides it or shows it again.

import type { HiddenText } from '@thirty/contracts/community/hidden-texts-api.ts'
import { Time } from '../ui/display/time.tsx'
import { t, formatName } from '../i18n/t.ts'
import { ConfirmedButton, DialogButton } from '../ui/dialog/dialog.tsx'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import css from './moderation.module.css'

/** Says that a text is hidden: the author reads the reason, moderators read the reason and the moderator's name. */
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

const HideDialog = lazyDialog(async () => (await import('./hide-dialog.tsx')).HideDialog)

type HideButtonProps = {
  /** Names the text, for the reason that is typed and not sent. */
  id: string
  isHidden: boolean
  hide: (reason: string) => Promise<unknown>
  show: () => Promise<unknown>
}

export const HideButton = ({ id, isHidden, hide, show }: HideButtonProps) =>
  isHidden ? (
    <ConfirmedButton
      kind="quiet"
      size="small"
      label={t('moderation.unhide')}
      title={t('moderation.unhideTitle')}
      description={t('moderation.unhideDescription')}
      failureText={t('moderation.notShown')}
      run={show}
    />
  ) : (
    <DialogButton
      kind="quiet"
      size="small"
      dialog={(close) => <HideDialog id={id} hide={hide} onClose={close} />}
    >
      {t('moderation.hide')}
    </DialogButton>
  )
