// The tasks of a day, which this browser keeps. When all are done, the day can be marked as completed.

import { X } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { PlainIconButton } from '../../../shared/ui/controls/plain-icon-button.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Failure } from '../../../shared/ui/feedback/banner.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { Checkbox } from '../../../shared/ui/forms/checkbox.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { SlashProgress } from '../../../shared/ui/progress/slash-progress.tsx'
import { setCompleted } from '../own-days.ts'
import {
  addTask,
  maxTitleLength,
  problemOf,
  removeTask,
  storedTasks,
  storeTasks,
  toggleTask,
} from './tasks.ts'
import type { Task } from './tasks.ts'
import { t } from '../../../shared/i18n/t.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './tasks-card.module.css'

type TasksCardProps = {
  run: number
  day: number
  /** Whether the day has begun, so that it can be completed. */
  isOpen: boolean
  /** Called when the server has marked the day as completed. */
  onCompleted: () => void
}

export const TasksCard = ({ run, day, isOpen, onCompleted }: TasksCardProps) => {
  const [tasks, setTasks] = useState(() => storedTasks(run, day))
  const { pending, failure, run: submit } = useFormSubmit(t('dailyChallenge.dayNotCompleted'))
  const change = (next: Task[]) => {
    setTasks(next)
    storeTasks(run, day, next)
  }
  const done = tasks.filter(({ completed }) => completed).length
  const left = tasks.length - done

  const complete = async () => {
    const completed = await submit(() => setCompleted(day, true))
    if (completed === undefined) return
    toast({
      kind: 'achievement',
      text: t('dailyChallenge.dayIsComplete', { day, completed, total: totalDays }),
    })
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
        {tasks.map((task) => (
          <li key={task.id}>
            <Checkbox
              checked={task.completed}
              onChange={() => change(toggleTask(tasks, task.id))}
              label={<span dir="auto">{task.title}</span>}
            />
            {task.isOwn && (
              <PlainIconButton
                label={t('dailyChallenge.removeTask', { task: task.title })}
                icon={<X />}
                onClick={() => change(removeTask(tasks, task.id))}
              />
            )}
          </li>
        ))}
      </ul>
      <AddTask tasks={tasks} onAdd={(title) => change(addTask(tasks, title))} />
      <Failure text={failure} />
      <Button
        kind="primary"
        size="large"
        wide
        disabled={left > 0 || !isOpen}
        reason={isOpen ? t('dailyChallenge.tasksLeft', { count: left }) : t('dailyChallenge.dayNotStarted')}
        busy={pending}
        busyText={t('dailyChallenge.completing')}
        onClick={() => void complete()}
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
    onAdd(title)
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
