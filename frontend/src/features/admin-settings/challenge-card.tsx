// The progress of the challenge, the buttons that start or schedule it, its end, and the freeze of the leaderboard. A challenge starts once.

import { useState, type ComponentProps } from 'react'
import { CalendarClock, CalendarPlus, Play, Snowflake } from 'lucide-react'
import { ChallengeEnd, challengeTime } from '../../shared/challenge/challenge-time.tsx'
import { changeChallenge, useCurrentDay, revealStandings } from '../../shared/challenge/current-day.ts'
import { difficultyHeights } from '../../shared/challenge/day-marks.ts'
import { request } from '../../shared/http/http.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { AlertDialog, RequestDialog, ConfirmedButton, DialogButton } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { SlantedBadge } from '../../shared/ui/display/marks.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-bars.tsx'
import {
  Time,
  useServerNow,
  formatChallengeStart,
  formatChallengeTime,
  formatClockTime,
  formatFullDate,
} from '../../shared/ui/display/time.tsx'
import { paths } from '../../shared/navigation/router.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './challenge-card.module.css'

const StartDialog = lazyDialog(async () => (await import('./moment-dialogs.tsx')).StartDialog)
const ChallengeEndDialog = lazyDialog(async () => (await import('./moment-dialogs.tsx')).ChallengeEndDialog)

export const ChallengeCard = () => {
  const { started, startsAt, endsAt, ended, timeZone, isLoaded, knownAt } = useCurrentDay()
  // While it loads, the card is as high as after the start, its most frequent state.
  // What an earlier visit knew is not enough to offer the start.
  const isNotStarted = !started && isLoaded && knownAt === undefined
  const [dialog, setDialog] = useState<'confirm' | 'started' | 'schedule'>()
  const close = () => setDialog(undefined)
  const onStartSet = () => setDialog(useCurrentDay.getState().started ? 'started' : undefined)
  const mayRun = useMay('run-challenge')

  return (
    <SectionCard
      title={t('common.challenge')}
      end={<SlantedBadge>{t('adminSettings.fixedDuration')}</SlantedBadge>}
      className={css.card}
    >
      <MonthProgress />
      <StartState />
      {isNotStarted && mayRun && (
        <div className={layout.stack8}>
          <Button kind="primary" size="large" wide icon={<Play />} onClick={() => setDialog('confirm')}>
            {t('adminSettings.startChallenge')}
          </Button>
          <Button wide icon={<CalendarPlus />} onClick={() => setDialog('schedule')}>
            {t(startsAt === null ? 'adminSettings.scheduleStart' : 'adminSettings.changeStart')}
          </Button>
        </div>
      )}
      <div className={css.endRow}>
        <Line>{endsAt ? <ChallengeEnd {...{ endsAt, ended, timeZone }} /> : t('adminSettings.noEnd')}</Line>
        <DialogButton
          icon={<CalendarClock />}
          isHidden={!mayRun}
          dialog={(closeEnd) => <ChallengeEndDialog onClose={closeEnd} />}
        >
          {t('adminSettings.changeEnd')}
        </DialogButton>
      </div>
      <FreezeRow />
      <TimeZone />
      {dialog === 'schedule' && <StartDialog set={setStart} onDone={onStartSet} onClose={close} />}
      {dialog === 'confirm' && (
        <RequestDialog
          title={t('adminSettings.startQuestion')}
          description={t('adminSettings.startCannotBeUndone')}
          confirmLabel={t('adminSettings.startNow')}
          busyText={t('common.starting')}
          failureText={t('adminSettings.startFailed')}
          run={() => setStart().then(onStartSet)}
          onClose={close}
        />
      )}
      {dialog === 'started' && (
        <AlertDialog
          onClose={close}
          title={t('common.challengeStarted')}
          description={t('adminSettings.startedText')}
          confirmLabel={t('common.ok')}
        />
      )}
    </SectionCard>
  )
}

/** Starts the challenge at a time (ISO), or now without one; moves a start that is scheduled. */
function setStart(at?: string): Promise<void> {
  const options = { body: { startsAt: at } } as const
  const isScheduled = useCurrentDay.getState().startsAt !== null
  return changeChallenge(
    isScheduled
      ? request('PUT', '/api/admin/challenge/schedule', options)
      : request('POST', '/api/admin/challenge/start', options),
  )
}

/** A line about the state of the challenge. Keeps its place until the text is known. */
const Line = ({ className = words.soft, children }: ComponentProps<'p'>) => {
  const isLoaded = useCurrentDay((challenge) => challenge.isLoaded)
  return (
    <p className={className} aria-hidden={!isLoaded || undefined}>
      {isLoaded ? children : '\u00A0'}
    </p>
  )
}

const StartState = () => {
  const { started, startsAt, day, totalDays, timeZone } = useCurrentDay()
  const now = useServerNow(60_000)
  if (startsAt === null) return <Line>{t('adminSettings.notStartedYet')}</Line>
  return (
    <Line>
      {started
        ? t.rich('adminSettings.startedOn', {
            day,
            total: totalDays,
            time: () => <Time at={startsAt} exact="date" timeZone={timeZone} />,
          })
        : t.rich('adminSettings.starts', {
            when: formatChallengeStart(startsAt, timeZone, now),
            time: (text) => (
              <time dateTime={startsAt} title={formatFullDate(Date.parse(startsAt), timeZone)}>
                {text}
              </time>
            ),
          })}
    </Line>
  )
}

/** Days begin and end in the time zone of the challenge, which may differ from that of the admin. */
const TimeZone = () => {
  const { timeZone } = useCurrentDay()
  const time = formatClockTime(useServerNow(10_000), timeZone)
  return <Line className={words.faint}>{t('adminSettings.timeZone', { timeZone, time })}</Line>
}

/** The progress over the thirty days; the height of a day shows its difficulty. */
const MonthProgress = () => {
  const { started, day, totalDays } = useCurrentDay()
  // Every tenth day and today, without numbers that today would cover.
  const numbers = [1, 10, 20, totalDays].filter((number) => !started || Math.abs(number - day) > 1)
  if (started) numbers.push(day)
  return (
    <div>
      <SlashProgress
        total={totalDays}
        done={started ? day - 1 : 0}
        label={t('common.challenge')}
        valueText={started ? t('common.dayOf', { day, total: totalDays }) : t('common.notStarted')}
        height={56}
        heights={difficultyHeights}
        {...(started && { highlight: day })}
      />
      <p className={css.days} aria-hidden="true">
        {numbers.map((number) => (
          <span
            key={number}
            data-now={(started && number === day) || undefined}
            style={{ '--at': `${((number - 0.5) / totalDays) * 100}%` }}
          >
            {number}
          </span>
        ))}
      </p>
    </div>
  )
}

const FreezeDialog = lazyDialog(async () => (await import('./moment-dialogs.tsx')).FreezeDialog)

export const FreezeRow = () => {
  const { frozen, frozenAt, ended, timeZone } = useCurrentDay()
  const mayRun = useMay('run-challenge')
  const now = useServerNow(60_000)
  // A challenge that has ended cannot be frozen any more.
  if (ended && frozenAt === null) return null
  return (
    <div className={css.endRow}>
      {frozenAt === null ? (
        <p className={words.soft}>{t('adminSettings.notFrozen')}</p>
      ) : (
        <p className={words.soft} role="status">
          {t.rich(frozen ? 'adminSettings.frozenState' : 'adminSettings.freezes', {
            when: (frozen ? formatChallengeTime : formatChallengeStart)(frozenAt, timeZone, now),
            time: challengeTime(frozenAt, timeZone),
          })}
        </p>
      )}
      {frozen && mayRun && (
        <div className={layout.cluster8}>
          <ConfirmedButton
            label={t('adminSettings.revealNow')}
            title={t('adminSettings.revealQuestion')}
            description={t('adminSettings.revealText')}
            failureText={t('adminSettings.revealFailed')}
            run={revealStandings}
          />
          <ButtonLink to={paths.admin.reveal} kind="primary">
            {t('common.openReveal')}
          </ButtonLink>
        </div>
      )}
      {/* The freeze may begin while the dialog is open, which ends then. */}
      {!frozen && (
        <DialogButton
          icon={<Snowflake />}
          isHidden={!mayRun}
          dialog={(close) => <FreezeDialog onClose={close} />}
        >
          {t(frozenAt === null ? 'adminSettings.freezeLeaderboard' : 'adminSettings.changeFreeze')}
        </DialogButton>
      )}
    </div>
  )
}
