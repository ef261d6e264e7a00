import type { ImplementationMethod, Recommendation } from '../seed-data/types.js';

/** What people are told about a kind of change. */
export interface ActionTexts {
  /** @param what the service, as people name it */
  readonly description: (what: string) => string;
  readonly overview: string;
  readonly process: string;
  readonly impact: string | null;
  readonly takeaway: string;
  /** What is compared beside the cost, before and after. */
  readonly change: readonly [label: string, before: string, after: string];
  readonly methods: readonly ImplementationMethod[];
  readonly steps: readonly (readonly [action: string, detail: string])[];
  /** Null where it was not assessed. */
  readonly risk: {
    readonly level: 'low' | 'medium' | 'high';
    readonly factors: readonly (readonly [factor: string, detail: string])[];
  } | null;
}

export const actionTexts: Readonly<Record<Recommendation['action'], ActionTexts>> = {
  rightsize: {
    description: (what) => `Run ${what} one size smaller.`,
    overview: 'Even the busiest hour leaves a good part of the present size unused.',
    process: 'Replace one after another, so that the rest keeps serving.',
    impact: 'Each restarts once.',
    takeaway: 'The smaller size still carries the busiest hour.',
    change: ['Size', 'as it is', 'one smaller'],
    methods: ['one-click', 'iac'],
    steps: [
      ['Change the size', 'Set the template to the next smaller size.'],
      ['Replace', 'Drain, replace and register again, one after another.'],
    ],
    risk: {
      level: 'medium',
      factors: [
        ['Headroom', 'A peak above all of those in the analysis period meets less spare capacity.'],
        ['Restart', 'Each restarts once while the others keep serving.'],
      ],
    },
  },
  stop_idle: {
    description: (what) => `Stop ${what} outside the hours it is used in.`,
    overview: 'Outside a part of the day hardly any of it is used.',
    process: 'Put it on a schedule that starts it before the first use of the day.',
    impact: 'It cannot be reached while it is stopped.',
    takeaway: 'What nobody uses at night need not run at night.',
    change: ['Running hours a day', '24', 'those of the schedule'],
    methods: ['one-click-plus-iac', 'iac'],
    steps: [
      ['Agree on the hours', 'Ask those who use it when they need it.'],
      ['Add the schedule', 'Stop and start it by the schedule.'],
    ],
    risk: {
      level: 'low',
      factors: [['Late work', 'Whoever works outside the schedule starts it by hand.']],
    },
  },
  change_storage_class: {
    description: (what) => `Move what is rarely read in ${what} to a colder class.`,
    overview: 'Most of what is stored has not been read for a month.',
    process: 'A rule moves objects that were not read for thirty days.',
    impact: null,
    takeaway: 'Cold data costs a fraction and is as safe.',
    change: ['Class of what is rarely read', 'standard', 'cold'],
    methods: ['one-click', 'iac', 'manual'],
    steps: [['Add the rule', 'Move objects to the colder class thirty days after they were last read.']],
    risk: {
      level: 'low',
      factors: [['Reading back', 'Reading what was moved costs more than before.']],
    },
  },
  modernize: {
    description: (what) => `Move ${what} to the present generation.`,
    overview: 'The present generation does the same work at a lower price.',
    process: 'Build for the new generation, then replace one after another.',
    impact: 'Each restarts once.',
    takeaway: 'The older generation gets dearer by comparison every year.',
    change: ['Generation', 'previous', 'present'],
    methods: ['iac'],
    steps: [
      ['Try it out', 'Run the tests on one of the new generation.'],
      ['Replace', 'Change the template and replace one after another.'],
    ],
    risk: {
      level: 'medium',
      factors: [['Compatibility', 'What was built for the previous generation alone must be built again.']],
    },
  },
  delete_unattached: {
    description: (what) => `Delete what nothing refers to any more in ${what}.`,
    overview: 'Some of what is stored belongs to things that were deleted long ago.',
    process: 'List it, let the owners look at it, then delete it.',
    impact: null,
    takeaway: 'What is left behind is paid for until somebody looks.',
    change: ['Left behind', 'kept', 'deleted'],
    methods: ['manual'],
    steps: [
      ['List', 'List what nothing refers to.'],
      ['Delete', 'Delete it once its owners agree.'],
    ],
    risk: null,
  },
};
