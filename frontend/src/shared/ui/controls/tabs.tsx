import type { ReactNode } from 'react'
import { Tabs as Primitive } from 'radix-ui'
import { CountBadge } from '../display/badge.tsx'
import css from './tabs.module.css'

type TabsProps<Value extends string> = {
  /** The accessible name of the tab list. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: string; count?: number }[]
  /** One `TabPanel` for each tab. */
  children: ReactNode
}

export const Tabs = <Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  children,
}: TabsProps<Value>) => (
  // Safe because Radix passes the value of a trigger, and every trigger below has its value from `tabs`.
  <Primitive.Root className={css.tabs} value={value} onValueChange={(next) => onValueChange(next as Value)}>
    <Primitive.List className={css.list} aria-label={label}>
      {tabs.map((tab) => (
        <Primitive.Trigger key={tab.value} value={tab.value} className={css.tab}>
          {tab.label}
          {tab.count !== undefined && <CountBadge count={tab.count} />}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
    {children}
  </Primitive.Root>
)

export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => (
  <Primitive.Content value={value} className={css.panel}>
    {children}
  </Primitive.Content>
)
