// The texts of the thirty briefs in English. The build of the browser replaces this module by the texts of the language of the page
// (frontend/build/i18n/texts-plugin.ts).

/** What the brief of a day says. */
export type BriefTexts = {
  day: number
  title: string
  description: string
  requirements: readonly string[]
}

/** Index 0 is day 1. */
export const briefs: readonly BriefTexts[] = [
  {
    day: 1,
    title: 'Profile card',
    description:
      'Introduce yourself on one card: a picture, a few words, and the places where people find you.',
    requirements: [
      'A picture, a name and two sentences',
      'Links to at least two places',
      'Looks right on a phone and on a wide screen',
      'Text can be read against its background',
    ],
  },
  {
    day: 2,
    title: 'Tip calculator',
    description:
      'Split a bill fairly. Type the sum, choose a share for the waiter, and say how many of you there are.',
    requirements: [
      'Bill, tip in percent and number of people can be changed',
      'Tip and total per person follow every change',
      'Empty and wrong input is explained beside the field',
      'Sums have two decimals',
    ],
  },
  {
    day: 3,
    title: 'Color palette',
    description:
      'Make five colors that go together, keep the ones you like, and ask for others in place of the rest.',
    requirements: [
      'Five colors with their codes',
      'A color can be held while the others change',
      'A press copies the code and says so',
      'Each code can be read on its color',
    ],
  },
  {
    day: 4,
    title: 'Unit converter',
    description:
      'Turn meters into feet, kilograms into pounds and Celsius into Fahrenheit, in both directions.',
    requirements: [
      'Length, weight and temperature',
      'Both sides can be typed into',
      'Units can be swapped with one press',
      'Results are rounded sensibly',
    ],
  },
  {
    day: 5,
    title: 'Countdown',
    description: 'Count the days, hours, minutes and seconds to a date you look forward to.',
    requirements: [
      'A date and a name can be chosen',
      'The count is right after the tab has slept',
      'Something happens when it reaches zero',
      'The choice survives a reload',
    ],
  },
  {
    day: 6,
    title: 'Task list',
    description:
      'The list everybody builds once, built properly: add, tick, rename, remove, and find your way back.',
    requirements: [
      'Tasks can be added, ticked, renamed and removed',
      'Filters for all, open and done',
      'A removed task can be brought back',
      'The list survives a reload',
      'Everything works from the keyboard',
    ],
  },
  {
    day: 7,
    title: 'Photo gallery',
    description: 'Show a dozen photos in a grid, and open one large for a closer look.',
    requirements: [
      'At least twelve pictures in a grid that fits the screen',
      'A picture opens large and closes with Escape',
      'Arrow keys lead to the next and the previous one',
      'Every picture has words for those who cannot see it',
    ],
  },
  {
    day: 8,
    title: 'Help page',
    description: 'Questions and answers that open and close, with a search that finds the right one.',
    requirements: [
      'At least eight questions in three groups',
      'Answers open and close with mouse and keyboard',
      'Search finds words in questions and answers',
      'An answer has an address that can be shared',
    ],
  },
  {
    day: 9,
    title: 'Quiz',
    description: 'Ten questions against the clock, with an honest result at the end.',
    requirements: [
      'Ten questions in a new order each time',
      'Time per question is shown and counts',
      'The result lists what was right and what was not',
      'The best result is remembered',
    ],
  },
  {
    day: 10,
    title: 'Weather board',
    description: "Show a place's weather now and for the coming days, from a public API.",
    requirements: [
      'Places can be searched',
      'Now, and at least five days ahead',
      'Loading, failure and "no such place" are shown',
      'Units can be switched',
      'The last place is remembered',
    ],
  },
  {
    day: 11,
    title: 'Expense tracker',
    description: 'Record what you spend and see where the month went.',
    requirements: [
      'Amount, date, note and category per expense',
      'Totals per month and per category',
      'One chart drawn from the data',
      'Expenses can be changed and removed',
    ],
  },
  {
    day: 12,
    title: 'Markdown notes',
    description: 'Write notes in Markdown on the left and read them on the right.',
    requirements: [
      'Headings, lists, links, code and emphasis',
      'The preview follows the typing',
      'Several notes, found by search',
      'Pasted HTML does no harm',
    ],
  },
  {
    day: 13,
    title: 'Recipe finder',
    description:
      'What can be cooked with what is in the kitchen? Search by ingredients and cook from a clear page.',
    requirements: [
      'Search by one or several ingredients',
      'A recipe page with steps and amounts',
      'Amounts follow the number of servings',
      'Favorites survive a reload',
    ],
  },
  {
    day: 14,
    title: 'Kanban board',
    description: 'Cards that travel from "to do" to "done", by mouse, by touch and by keyboard.',
    requirements: [
      'At least three columns, cards can be added and changed',
      'Cards are moved by drag and by keyboard',
      'The order within a column is kept',
      'A move can be undone',
      'The board survives a reload',
    ],
  },
  {
    day: 15,
    title: 'Typing test',
    description: 'One minute of typing, with speed and accuracy measured.',
    requirements: [
      'Words per minute and accuracy while typing',
      'Mistakes can be seen where they were made',
      'A new text each time',
      'A history of the last ten results',
    ],
  },
  {
    day: 16,
    title: 'Habit tracker',
    description: 'Tick off small daily habits and keep the streaks going.',
    requirements: [
      'Habits can be added, renamed and removed',
      'A day is ticked with one press',
      'Current and longest chain per habit',
      'A month at a glance',
    ],
  },
  {
    day: 17,
    title: 'Music player',
    description: 'Play, pause, skip and see where you are in the song.',
    requirements: [
      'A list of at least five pieces that may be used freely',
      'Play, pause, next, previous and volume',
      'The position can be seen and moved',
      'Media keys of the keyboard work',
    ],
  },
  {
    day: 18,
    title: 'Pomodoro timer',
    description: 'Twenty-five minutes of work, five minutes of rest, and a gentle signal in between.',
    requirements: [
      'Work and rest follow each other',
      'Lengths can be changed',
      'The time is in the title of the tab',
      'A sound or a message that can be switched off',
    ],
  },
  {
    day: 19,
    title: 'Realtime poll',
    description:
      'Build a poll that a room can answer together. People open a link, vote once, and everyone sees the result change without touching the page.',
    requirements: [
      'A poll has a question and two to six options',
      'Results update for every open page within a second',
      'A person can vote once and can see what they chose',
      'The page works with a keyboard and on a 360 px wide phone',
      'A short note in the repository explains how the counting works',
    ],
  },
  {
    day: 20,
    title: 'Sortable data table',
    description:
      'Ten thousand rows that stay quick: sort, filter, page through, and pick what should be seen.',
    requirements: [
      'At least 10,000 rows without a stutter',
      'Columns can be sorted and hidden',
      'Filters per column',
      'The address keeps sort and filters',
      'A real table for screen readers',
    ],
  },
  {
    day: 21,
    title: 'Currency converter',
    description: "Convert between currencies at today's rates.",
    requirements: [
      'At least twenty currencies',
      'Both sides can be typed into',
      'The date of the rates is shown',
      'Works with the last rates when offline',
    ],
  },
  {
    day: 22,
    title: 'Film search',
    description: 'Find a film, read about it, and save it for the weekend.',
    requirements: [
      'Search as one types, without a request per key',
      'A page per film with its own address',
      'A watch list that survives a reload',
      'Loading, failure and "nothing found" are shown',
    ],
  },
  {
    day: 23,
    title: 'Calendar',
    description: 'Show a month on one page, with entries you can add and move.',
    requirements: [
      'Month and week view',
      'Entries with title, day and time',
      'Entries that overlap can both be read',
      'Arrow keys move from day to day',
    ],
  },
  {
    day: 24,
    title: 'Flashcards',
    description: 'Learn a little every day: cards come back sooner when they were hard.',
    requirements: [
      'Decks with cards that have two sides',
      'An answer is judged easy, good or hard',
      'What was hard comes back sooner',
      'Progress per deck',
    ],
  },
  {
    day: 25,
    title: 'Chat room',
    description: 'A chat room where new messages appear without a reload.',
    requirements: [
      'Messages arrive within a second',
      'Who is here, and who is typing',
      'Earlier messages are there after a reload',
      'A lost connection is shown and comes back by itself',
      'Messages cannot smuggle in HTML',
    ],
  },
  {
    day: 26,
    title: 'Map of places',
    description: 'Collect places worth visiting and show them on a map.',
    requirements: [
      'Places with a name, a note and a picture',
      'A map and a list that follow each other',
      'Search and filters by kind',
      'Many places close together stay readable',
    ],
  },
  {
    day: 27,
    title: 'Drawing board',
    description: 'Draw with mouse, finger or pen, and undo mistakes.',
    requirements: [
      'Pen, eraser, colors and widths',
      'Undo and redo without a limit that hurts',
      'Zoom and move on large drawings',
      'Export as a picture',
    ],
  },
  {
    day: 28,
    title: 'Shop with checkout',
    description: 'A small shop from the shelf to the thank-you page, without a real payment.',
    requirements: [
      'A list of goods with filters and a page for each',
      'A basket that survives a reload',
      'A checkout in steps with checks on every field',
      'Totals that are right to the cent',
      'An order page that can be opened again',
    ],
  },
  {
    day: 29,
    title: 'Live dashboard',
    description: 'Show a stream of live measurements that can be read at a glance.',
    requirements: [
      'Data arrives by itself, at least once a second',
      'Three different charts drawn from it',
      'The period can be chosen',
      'The page stays smooth for an hour',
      'A stop button that really stops',
    ],
  },
  {
    day: 30,
    title: 'Portfolio',
    description: 'Put the month on one page: what you built, what you learned, and how to reach you.',
    requirements: [
      'At least six of your projects with pictures and links',
      'A short text about what was hard and how you solved it',
      'Loads quickly on a slow phone',
      'A way to reach you that works',
      'You would show it to somebody who might hire you',
    ],
  },
]
