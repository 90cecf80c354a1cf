/** Adds a policy from the list of all of them. */
import { type PolicyDefinition, policyDefinitions } from '@driftline/core';
import { definedStanding, standingWords } from '@driftline/engine/display';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { MOST_POLICIES } from '../setting/limits.ts';
import { freeStyle } from '../setting/setting.ts';
import { change, setting } from '../store.ts';
import { listedPolicies } from './add-policy-list.ts';

/** Whether the list is open. */
const adding = signal(false);

function add({ id }: PolicyDefinition): void {
  const { policies } = setting.peek();
  adding.value = false;
  if (policies.length >= MOST_POLICIES) return;
  change({ policies: [...policies, { spec: id, style: freeStyle(policies) }] });
}

function Choice({ definition }: { definition: PolicyDefinition }) {
  const { name, summary } = definition;
  const standing = definedStanding(definition);
  return (
    <li>
      <button class="choice" type="button" onClick={() => add(definition)}>
        <b>{name}</b>
        {standing === 'confirmed' ? null : (
          <span class="mark" title={standingWords[standing]}>
            {standing}
          </span>
        )}
        <span>{summary}</span>
      </button>
    </li>
  );
}

function PolicyList() {
  const [search, setSearch] = useState('');
  const groups = listedPolicies(policyDefinitions, search);
  return (
    <Dialog id="policy-list" title="Add a policy" close={() => (adding.value = false)}>
      <input
        class="field"
        type="search"
        aria-label="Search policies"
        placeholder="Search: a name, what it does, an author"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <div class="choices">
        {groups.map(({ group, title, definitions }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h3 id={`group-${group}`}>{title}</h3>
            <ul>
              {definitions.map((definition) => (
                <Choice key={definition.id} definition={definition} />
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 ? <p class="small">No policy has “{search}” in its words.</p> : null}
      </div>
    </Dialog>
  );
}

export function AddPolicy() {
  const isFull = setting.value.policies.length >= MOST_POLICIES;
  return (
    <>
      <button
        id="add-policy"
        class="button"
        type="button"
        aria-disabled={isFull}
        aria-describedby={isFull ? 'policies-full' : undefined}
        onClick={() => {
          adding.value = !isFull;
        }}
      >
        Add a policy
      </button>
      {isFull ? (
        <p class="small" id="policies-full">
          {MOST_POLICIES} policies are the most that can be shown.
        </p>
      ) : null}
      {adding.value ? <PolicyList /> : null}
    </>
  );
}
