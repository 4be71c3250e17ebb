// The dialogs that set, move or take back a moment of the challenge: its start, its end and the freeze of the leaderboard.

import { useState, type ComponentProps, type ReactNode } from 'react'
import { Flag, Snowflake, Undo2 } from 'lucide-react'
import { ChallengeEnd } from '../../shared/challenge/challenge-time.tsx'
import { changeChallenge, useCurrentDay } from '../../shared/challenge/current-day.ts'
import { toZonedInput } from '../../shared/ui/display/time.tsx'
import { request } from '../../shared/http/http.ts'
import { serverNow } from '../../shared/http/response-headers.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AlertDialog, Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages, SubmitButton, useForm } from '../../shared/ui/forms/use-form.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './challenge-card.module.css'

/** Schedules the start with `set`, or moves or cancels a scheduled one. A time in the past starts the challenge, after a question. */
export const StartDialog = (props: Pick<MomentDialogProps, 'set' | 'onDone' | 'onClose'>) => {
  const { startsAt } = useCurrentDay()
  return (
    <MomentDialog
      {...props}
      title={t('adminSettings.startOfChallenge')}
      description={t('adminSettings.startText')}
      hint={t('adminSettings.pastTime')}
      failureText={t('adminSettings.startChangeFailed')}
      submitLabel={t(startsAt === null ? 'adminSettings.scheduleStart' : 'adminSettings.moveStart')}
      at={startsAt}
      undo={
        startsAt !== null && {
          label: t('adminSettings.cancelStart'),
          busyText: t('adminSettings.cancelling'),
          send: () => changeChallenge(request('DELETE', '/api/admin/challenge/schedule')),
        }
      }
      asksAboutPast
      question={{
        confirmLabel: t('adminSettings.startNow'),
        title: t('adminSettings.startQuestion'),
        description: t('adminSettings.pastStartCannotBeUndone'),
        busyText: t('common.starting'),
      }}
    />
  )
}

/** Sets, moves or undoes the end of the challenge, or ends it now. An undone end is seven days after day 30 again. */
export const ChallengeEndDialog = ({ onClose }: { onClose: () => void }) => {
  const { startsAt, endsAt, ended, isEndSet, timeZone } = useCurrentDay()
  return (
    <MomentDialog
      title={t('adminSettings.endOfChallenge')}
      description={t('adminSettings.endText')}
      hint={t('adminSettings.midnight')}
      failureText={t('adminSettings.endChangeFailed')}
      submitLabel={t(endsAt ? 'adminSettings.moveEnd' : 'adminSettings.setEnd')}
      at={endsAt}
      set={(at) => changeChallenge(request('POST', '/api/admin/challenge/end', { body: { at } }))}
      undo={
        isEndSet && {
          label: t('common.undo'),
          icon: <Undo2 />,
          send: () => changeChallenge(request('DELETE', '/api/admin/challenge/end')),
        }
      }
      question={
        startsAt !== null &&
        !ended && {
          confirmLabel: t('adminSettings.endNow'),
          buttonIcon: <Flag />,
          kind: 'danger',
          title: t('adminSettings.endQuestion'),
          description: t('adminSettings.endNowText'),
          busyText: t('adminSettings.ending'),
        }
      }
      onClose={onClose}
    >
      {endsAt && (
        <p className={words.soft}>
          <ChallengeEnd {...{ endsAt, ended, timeZone }} />{' '}
          {t(isEndSet ? 'adminSettings.endIsSet' : 'adminSettings.endIsDefault')}
        </p>
      )}
    </MomentDialog>
  )
}

/** Freezes the leaderboard at a time, or in a few seconds; moves or cancels a freeze that has not begun. */
export const FreezeDialog = ({ onClose }: { onClose: () => void }) => {
  const { frozenAt } = useCurrentDay()
  return (
    <MomentDialog
      title={t('adminSettings.freezeLeaderboard')}
      description={t('adminSettings.freezeText')}
      hint={t('adminSettings.beforeEnd')}
      failureText={t('adminSettings.freezeFailed')}
      submitLabel={t(frozenAt === null ? 'adminSettings.scheduleFreeze' : 'adminSettings.moveFreeze')}
      at={frozenAt}
      set={(at) => changeChallenge(request('POST', '/api/admin/challenge/freeze', { body: { at } }))}
      undo={
        frozenAt !== null && {
          label: t('adminSettings.cancelFreeze'),
          send: () => changeChallenge(request('DELETE', '/api/admin/challenge/freeze')),
        }
      }
      question={{
        confirmLabel: t('adminSettings.freezeNow'),
        buttonIcon: <Snowflake />,
        title: t('adminSettings.freezeQuestion'),
        description: t('adminSettings.freezeNowText'),
        busyText: t('adminSettings.freezing'),
      }}
      onClose={onClose}
    />
  )
}

type Question = Pick<
  ComponentProps<typeof AlertDialog>,
  'kind' | 'title' | 'description' | 'confirmLabel' | 'busyText'
> & { buttonIcon?: ReactNode }

type MomentDialogProps = {
  title: string
  description: string
  hint: string
  failureText: string
  submitLabel: string
  /** The moment that is set (ISO time); null without one. */
  at: string | null
  /** Sets another moment (ISO time), or the present one without a time, and shows it. */
  set: (at?: string) => Promise<unknown>
  /** Takes back that a moment is set, if it is. */
  undo: { label: string; icon?: ReactNode; busyText?: string; send: () => Promise<unknown> } | false
  /** The question before the present moment is set with a button of its own, while it can be set. */
  question: Question | false
  /** The question is about a moment in the past instead, and there is no button. */
  asksAboutPast?: boolean
  /** Called after a change; by default the dialog closes. */
  onDone?: () => void
  onClose: () => void
  /** What is set, in words. */
  children?: ReactNode
}

const MomentDialog = ({ set, undo, question, onClose, onDone = onClose, ...props }: MomentDialogProps) => {
  const { title, description, failureText, at: current, asksAboutPast } = props
  const [asked, setAsked] = useState<{ at?: string }>()
  const { pending: isChanging, failure, run, setFailure } = useFormSubmit(failureText)
  const ask = (moment: { at?: string }) => {
    setFailure(undefined)
    setAsked(moment)
  }
  const { timeZone } = useCurrentDay()
  const form = useForm({
    schema: async () => (await import('./time-schemas.ts')).momentForm(timeZone),
    defaultValues: { at: current === null ? '' : toZonedInput(Date.parse(current), timeZone) },
    failureText,
    send: async ({ at }) => {
      const asksFirst = asksAboutPast && Date.parse(at) <= serverNow()
      if (asksFirst) ask({ at })
      else await set(at)
      return asksFirst
    },
    onDone: (asksFirst) => asksFirst || onDone(),
    // The request of the start has another name for its time.
    fieldNames: { startsAt: 'at' },
  })
  const pending = isChanging || form.pending
  // Meanwhile the present moment may have become impossible, also by the change itself, whose message may arrive before its answer.
  if (asked && !question && !pending) setAsked(undefined)
  const send = (change: () => Promise<unknown>) => run(() => change().then(onDone))
  if (asked)
    return (
      question && (
        <AlertDialog
          {...question}
          onClose={() => setAsked(undefined)}
          busy={pending}
          error={failure}
          onConfirm={() => void send(() => set(asked.at))}
        />
      )
    )
  return (
    <Dialog {...{ title, description }} onClose={() => !pending && onClose()} width={520}>
      <form className={layout.stack16} {...form.props}>
        {props.children}
        <Field
          {...form.text('at')}
          type="datetime-local"
          label={t('adminSettings.dateAndTime', { timeZone })}
          hint={props.hint}
        />
        <FormMessages form={{ ...form, failure: form.failure ?? failure }} />
        <div className={css.endActions}>
          {question && !asksAboutPast && (
            <Button
              kind={question.kind === 'danger' ? 'danger-outline' : 'secondary'}
              icon={question.buttonIcon}
              disabled={pending}
              onClick={() => ask({})}
            >
              {question.confirmLabel}
            </Button>
          )}
          {undo && (
            <Button
              icon={undo.icon}
              disabled={pending}
              busy={isChanging && undo.busyText !== undefined}
              busyText={undo.busyText}
              onClick={() => void send(undo.send)}
            >
              {undo.label}
            </Button>
          )}
          <SubmitButton form={form} disabled={pending} busyText={t('common.saving')}>
            {props.submitLabel}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
