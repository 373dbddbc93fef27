"""The state that an optimiser is given before its first step changes nothing about its steps."""
import pytest
import torch
from janusc.frontend.optimizer_state import initial_state

OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.01),
    "nesterov": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True),
    "adam": lambda p: torch.optim.Adam(p, lr=0.1),
    "amsgrad": lambda p: torch.optim.Adam(p, lr=0.1, amsgrad=True),
    "adamw": lambda p: torch.optim.AdamW(p, lr=0.1),
}


def train(make, prime: bool) -> tuple[torch.Tensor, dict]:
    torch.manual_seed(0)
    parameter = torch.nn.Parameter(torch.randn(3, 4))
    optimizer = make([parameter])
    if prime:
        optimizer.state[parameter] = initial_state(optimizer, optimizer.param_groups[0], parameter)
    for _ in range(3):
        optimizer.zero_grad()
        (parameter * torch.randn(3, 4)).sin().sum().backward()
        optimizer.step()
    return parameter.detach(), optimizer.state_dict()["state"][0]


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_steps_are_the_same(name):
    expected, expected_state = train(OPTIMIZERS[name], prime=False)
    got, state = train(OPTIMIZERS[name], prime=True)
    assert torch.equal(got, expected)
    assert state.keys() == expected_state.keys()
    for key, value in expected_state.items():
        assert state[key].dtype == value.dtype and torch.equal(state[key], value)


def test_none_where_the_first_step_is_another():
    parameter = torch.nn.Parameter(torch.randn(3))
    for optimizer in (torch.optim.SGD([parameter], lr=0.1), torch.optim.RMSprop([parameter]),
                      torch.optim.SGD([parameter], lr=0.1, momentum=0.9, dampening=0.5)):
        assert initial_state(optimizer, optimizer.param_groups[0], parameter) is None
