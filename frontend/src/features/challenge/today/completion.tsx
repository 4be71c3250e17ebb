// The card on which a day is completed: its tasks, with the button that completes the day when all are done, and afterwards the badge. Also
// which tasks a day has, how this browser keeps them, and why one cannot be added.

import { X } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { hasVisibleText } from '@thirty/contracts/user-texts/visible-text.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { SkeletonMenu } from '../../../shared/ui/feedback/states.tsx'
import { useFormSubmit } from '../../../shared/ui/forms/use-form-submit.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { PlainIconButton } from '../../../shared/ui/controls/icon-button.tsx'
import { SectionCard, Card, Failure } from '../../../shared/ui/display/surfaces.tsx'
import { DayBadge } from '../../../shared/ui/display/marks.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { Checkbox } from '../../../shared/ui/forms/choice.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { SlashProgress } from '../../../shared/ui/progress/slash-bars.tsx'
import { ownDays, setCompleted, type OwnDays } from '../own-days.ts'
import { t } from '../../../shared/i18n/t.ts'
import { ConfirmedButton } from '../../../shared/ui/dialog/dialog.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './completion.module.css'

export const Completion = ({ day }: { day: number }) => {
  const { state, data } = useLiveData(ownDays)
  const { run, isLoaded: isDayKnown } = useCurrentDay()
  const [isJustCompleted, setIsJustCompleted] = useState(false)
  // A moment later the badge, or the tasks of another run, would replace the tasks.
  if (state === 'loading' || !isDayKnown)
    return (
      <Card>
        <SkeletonMenu count={4} label={t('dailyChallenge.loadingTasks')} />
      </Card>
    )
  const completedAt = data?.days.find((own) => own.day === day)?.completedAt
  if (data && completedAt != null)
    return <CompletedCard {...{ day, completedAt, stats: data.stats, isJustCompleted }} />
  return <TasksCard key={run} {...{ run, day }} onCompleted={() => setIsJustCompleted(true)} />
}

const TasksCard = ({ run, day, onCompleted }: { run: number; day: number; onCompleted: () => void }) => {
  const [tasks, setTasks] = useState(() => storedTasks(run, day))
  const isOpen = useCurrentDay((challenge) => !challenge.started || day <= challenge.day)
  const { failure, button } = useFormSubmit(t('dailyChallenge.dayNotCompleted'))
  const change = (next: Task[]) => {
    setTasks(next)
    storeTasks(run, day, next)
  }
  const done = tasks.filter(({ completed }) => completed).length
  const left = tasks.length - done

  const complete = async () => {
    const completed = await setCompleted(day, true)
    const text = t('dailyChallenge.dayIsComplete', { day, completed, total: totalDays })
    toast({ kind: 'achievement', text })
    onCompleted()
  }
  return (
    <SectionCard
      title={t('dailyChallenge.yourTasks')}
      end={<b>{`${done}/${tasks.length}`}</b>}
      className={layout.stack12}
    >
      <SlashProgress
        total={tasks.length}
        done={done}
        label={t('dailyChallenge.tasks')}
        valueText={t('dailyChallenge.tasksDone', { done, total: tasks.length })}
        height={10}
      />
      <ul className={css.tasks} aria-label={t('dailyChallenge.tasks')}>
        {tasks.map((task, index) => (
          <li key={index}>
            <Checkbox
              checked={task.completed}
              onChange={() => change(tasks.with(index, { ...task, completed: !task.completed }))}
              label={<span dir="auto">{task.title}</span>}
            />
            {task.isOwn && (
              <PlainIconButton
                label={t('dailyChallenge.removeTask', { task: task.title })}
                icon={<X />}
                onClick={() => change(tasks.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ul>
      <AddTask
        tasks={tasks}
        onAdd={(title) => change([...tasks, { title, completed: false, isOwn: true }])}
      />
      <Failure text={failure} />
      <Button
        kind="primary"
        size="large"
        wide
        disabled={left > 0 || !isOpen}
        reason={isOpen ? t('dailyChallenge.tasksLeft', { count: left }) : t('dailyChallenge.dayNotStarted')}
        busyText={t('dailyChallenge.completing')}
        {...button(complete)}
      >
        {t('dailyChallenge.markComplete')}
      </Button>
    </SectionCard>
  )
}

const AddTask = ({ tasks, onAdd }: { tasks: readonly Task[]; onAdd: (title: string) => void }) => {
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = problemOf(title, tasks)
    setError(problem)
    if (problem !== undefined) return
    onAdd(title.trim())
    setTitle('')
  }
  return (
    <form className={css.add} noValidate onSubmit={submit}>
      <Field
        id="task"
        name="task"
        label={t('dailyChallenge.addOwnTask')}
        labelHidden
        placeholder={t('dailyChallenge.addOwnTask')}
        dir="auto"
        autoComplete="off"
        maxLength={maxTitleLength}
        value={title}
        error={error}
        onChange={(event) => {
          setTitle(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit">{t('dailyChallenge.add')}</Button>
    </form>
  )
}

type CompletedCardProps = {
  day: number
  /** ISO time. */
  completedAt: string
  stats: OwnDays['stats']
  isJustCompleted: boolean
}

const CompletedCard = ({ day, completedAt, stats, isJustCompleted }: CompletedCardProps) => {
  // The button that was pressed is gone.
  const heading = useFocusWhenShown<HTMLHeadingElement>(isJustCompleted)
  const { completed, completedStreak: streak } = stats
  const time = () => <Time at={completedAt} />
  const completedText = t('dailyChallenge.daysCompleted', { completed, total: totalDays })
  return (
    <Card as="section" padding="none" className={css.card}>
      <div className={css.plate} data-field>
        <DayBadge day={day} today size="large" />
        <h2 ref={heading} tabIndex={-1}>
          {t('dailyChallenge.dayComplete', { day })}
        </h2>
        <p>
          {streak > 1
            ? t.rich('dailyChallenge.completedInARow', { days: streak, time })
            : t.rich('dailyChallenge.completedAt', { time })}
        </p>
        <SlashProgress
          total={totalDays}
          done={completed}
          highlight={day}
          label={t('dailyChallenge.completedDays')}
          valueText={completedText}
          height={28}
        />
        <p className={css.count}>{completedText}</p>
      </div>
      <div className={css.actions}>
        <ConfirmedButton
          label={t('dailyChallenge.markNotComplete')}
          kind="quiet"
          title={t('dailyChallenge.markNotCompleteQuestion', { day })}
          description={t('dailyChallenge.tasksStay')}
          failureText={t('dailyChallenge.dayNotChanged')}
          run={() => setCompleted(day, false)}
        />
      </div>
    </Card>
  )
}

/** A step on the way to a completed day. The user's own steps have `isOwn`, come last and can be removed. */
export type Task = { title: string; completed: boolean; isOwn: boolean }

/** These four fit every day. */
const defaultTitles = [
  t('common.readBrief'),
  t('dailyChallenge.planIt'),
  t('dailyChallenge.buildIt'),
  t('dailyChallenge.submitIt'),
]

const maxTitleLength = 120
/** Of one day. */
export const maxOwnTasks = 20

/** The tasks belong to one day of one run, and to the user: other keys of a user are removed at logout, too. */
const keyOf = (run: number, day: number) => `thirty-tasks-${run}-${day}`

/** How the task at a place is named where it is stored as completed. */
const placeName = (index: number) =>
  index < defaultTitles.length ? `default-${index}` : `own-${index - defaultTitles.length}`

/** Returns the tasks of a day as this browser stores them; the default tasks if it stores none. */
export function storedTasks(run: number, day: number): Task[] {
  const stored = deviceStorage.read<Record<'own' | 'completed', unknown>>(keyOf(run, day))
  const completed = textsOf(stored.completed)
  const ownTitles = textsOf(stored.own)
    .filter((title) => problemOf(title, []) === undefined)
    .slice(0, maxOwnTasks)
  return [...defaultTitles, ...ownTitles].map((title, index) => ({
    title: title.trim(),
    completed: completed.includes(placeName(index)),
    isOwn: index >= defaultTitles.length,
  }))
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []

export function storeTasks(run: number, day: number, tasks: readonly Task[]): void {
  const own = tasks.filter(({ isOwn }) => isOwn).map(({ title }) => title)
  const completed = tasks.flatMap((task, index) => (task.completed ? [placeName(index)] : []))
  deviceStorage.set(keyOf(run, day), JSON.stringify({ own, completed }))
}

/** Returns why a task cannot be added; undefined if it can. */
export function problemOf(title: string, tasks: readonly Task[]): string | undefined {
  if (!hasVisibleText(title)) return t('dailyChallenge.taskRequired')
  if (title.trim().length > maxTitleLength)
    return t('serverTexts.atMostCharacters', { count: maxTitleLength })
  if (tasks.filter(({ isOwn }) => isOwn).length >= maxOwnTasks)
    return t('dailyChallenge.atMostOwnTasks', { count: maxOwnTasks })
  return undefined
}
