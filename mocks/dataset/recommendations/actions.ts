import type { ImplementationMethod, Recommendation } from '../seed-data/types.js';

/** The texts of a kind of change. */
export interface ActionTexts {
  /** @param what the display name of the service */
  readonly description: (what: string) => string;
  readonly overview: string;
  readonly process: string;
  readonly impact: string | null;
  readonly takeaway: string;
  /** The property to compare in addition to the cost. */
  readonly change: readonly [label: string, before: string, after: string];
  readonly methods: readonly ImplementationMethod[];
  readonly steps: readonly (readonly [action: string, detail: string])[];
  /** Null if it was not assessed. */
  readonly risk: {
    readonly level: 'low' | 'medium' | 'high';
    readonly factors: readonly (readonly [factor: string, detail: string])[];
  } | null;
}

export const actionTexts: Readonly<Record<Recommendation['action'], ActionTexts>> = {
  rightsize: {
    description: (what) => `Run ${what} one size smaller.`,
    overview: 'A large part of the current size is unused even in peak hours.',
    process: 'Replace the instances one at a time.',
    impact: 'Each instance restarts once.',
    takeaway: 'The smaller size still covers peak hours.',
    change: ['Size', 'current', 'one smaller'],
    methods: ['one-click', 'iac'],
    steps: [
      ['Change the size', 'Set the template to the next smaller size.'],
      ['Replace', 'Drain, replace and register the instances one at a time.'],
    ],
    risk: {
      level: 'medium',
      factors: [
        ['Headroom', 'Less spare capacity remains for peaks above those of the analysis period.'],
        ['Restart', 'Each instance restarts once while the others serve its traffic.'],
      ],
    },
  },
  stop_idle: {
    description: (what) => `Stop ${what} outside working hours.`,
    overview: 'Utilization is close to zero for a large part of the day.',
    process: 'Add a schedule that starts it before the first use of the day.',
    impact: 'It is unavailable while it is stopped.',
    takeaway: 'Resources that are idle at night can be stopped at night.',
    change: ['Running hours a day', '24', 'scheduled hours'],
    methods: ['one-click-plus-iac', 'iac'],
    steps: [
      ['Agree on the hours', 'Confirm with its users when they need it.'],
      ['Add the schedule', 'Stop and start it on the schedule.'],
    ],
    risk: {
      level: 'low',
      factors: [['Late work', 'Users who work outside the schedule must start it manually.']],
    },
  },
  change_storage_class: {
    description: (what) => `Move rarely read objects in ${what} to a colder class.`,
    overview: 'Most stored objects have not been read for a month.',
    process: 'A rule moves objects that were not read for thirty days.',
    impact: null,
    takeaway: 'Cold storage costs a fraction and is equally durable.',
    change: ['Class of rarely read objects', 'standard', 'cold'],
    methods: ['one-click', 'iac', 'manual'],
    steps: [['Add the rule', 'Move objects to the colder class thirty days after they were last read.']],
    risk: { level: 'low', factors: [['Retrieval', 'Reading moved objects costs more than before.']] },
  },
  modernize: {
    description: (what) => `Move ${what} to the current generation.`,
    overview: 'The current generation does the same work at a lower price.',
    process: 'Build for the new generation, then replace the instances one at a time.',
    impact: 'Each instance restarts once.',
    takeaway: 'The price advantage of the current generation grows every year.',
    change: ['Generation', 'previous', 'current'],
    methods: ['iac'],
    steps: [
      ['Test', 'Run the tests on an instance of the new generation.'],
      ['Replace', 'Change the template and replace the instances one at a time.'],
    ],
    risk: {
      level: 'medium',
      factors: [['Compatibility', 'Software built only for the previous generation must be rebuilt.']],
    },
  },
  delete_unattached: {
    description: (what) => `Delete unreferenced objects in ${what}.`,
    overview: 'Some stored objects belong to resources that were deleted long ago.',
    process: 'List the objects, have their owners review them, then delete them.',
    impact: null,
    takeaway: 'Unreferenced objects incur cost until they are deleted.',
    change: ['Unreferenced objects', 'stored', 'deleted'],
    methods: ['manual'],
    steps: [
      ['List', 'List unreferenced objects.'],
      ['Delete', 'Delete them when their owners agree.'],
    ],
    risk: null,
  },
};
